"""Players are called when they are needed: on the first page, and by a message to their device."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import mindup
from tests.browser.accessibility import violations
from tests.browser.person import PHONE, Person

SUBSCRIBE = """{
    const key = '%s'
    const keys = { p256dh: key, auth: 'A'.repeat(22) }
    const made = { endpoint: 'https://push.example.org/ben', keys }
    let now = null
    let permission = 'default'
    navigator.setAppBadge = async (waiting) => (window.badge = waiting)
    navigator.clearAppBadge = async () => (window.badge = 0)
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => (permission = 'granted')
    PushManager.prototype.getSubscription = async () => now
    const unsubscribe = async () => (now = null)
    const whole = { ...made, toJSON: () => made, unsubscribe }
    PushManager.prototype.subscribe = async () => (now = whole)
}"""
"""A browser that has a push service and may show messages: the one of the tests does neither."""
POINT = "BAfa992dKQME3k1tUR3QN8pEvU-_jptv4qHFhzLvEbbYEvmvyq6jv3CYjRQhU8zxUR8i0YJfoQColEKkRtfl8as"

ANSWERS = """{
    const ask = Notification.requestPermission
    Notification.requestPermission = async () => (answer === 'granted' ? ask() : answer)
}"""
"""The owner of the browser answers as the test says: allows it, or only dismisses the question."""


def devices(person: Person) -> int:
    return int(person.page.request.get("/api/me/push").json()["devices"])


def test_a_game_by_correspondence_waits_on_the_first_page(come, axe):
    anna, ben = come("Anna", **PHONE), come("Ben", speaks="de", service_workers="allow")
    ben.context.add_init_script(SUBSCRIBE % POINT)
    path = anna.opens("Mind Up!")
    anna.adds_bot("Pebble")
    anna.page.get_by_label("Time per turn").select_option(label="3 days")
    anna.sees("your turns are on the home page", exact=False)
    assert violations(anna, axe) == []
    # The host has the table write into a chat; the address is a secret that nobody sees again.
    anna.button("Menu").click()
    anna.page.get_by_text("Write into a chat").click()
    anna.page.get_by_label("Address of the webhook").fill("https://ntfy.sh/our-secret")
    assert violations(anna, axe) == []
    anna.button("Save").click()
    anna.sees("Writes to ntfy.sh.")
    assert "our-secret" not in anna.page.content()
    anna.page.keyboard.press("Escape")
    ben.joins(path)
    anna.starts()
    anna.until(lambda: anna.copy.stage == "playing")
    ben.until(lambda: ben.copy.stage == "playing")
    mindup.lays(anna)
    anna.until(lambda: anna.view["picked"][anna.copy.seat])
    # Both leave; the first page tells whose turn it is.
    anna.page.goto("/")
    anna.sees("Waiting for the others", exact=False)
    ben.page.goto("/")
    expect(ben.page.get_by_role("heading", name="Du bist dran")).to_be_visible()
    ben.sees("noch 3 Tage", exact=False)
    # The tab and the icon say how many tables wait; Anna's none.
    expect(ben.page).to_have_title("(1) Tacit")
    ben.until(lambda: ben.page.evaluate("window.badge") == 1)
    expect(anna.page).to_have_title("Tacit")
    # Asked for with one tap, and turned off in the settings.
    ben.button("Ja, gern").click()
    expect(ben.button("Ja, gern")).to_have_count(0)
    assert devices(ben) == 1
    assert violations(ben, axe) == []
    ben.button("Einstellungen").click()
    ben.page.get_by_role("switch", name="Bescheid geben", exact=False).scroll_into_view_if_needed()
    ben.page.get_by_role("switch", name="Bescheid geben", exact=False).click()
    ben.until(lambda: devices(ben) == 0)
    # The site has lost the device, as after a 410: the switch does not say that it is called.
    ben.page.get_by_role("switch", name="Bescheid geben", exact=False).click()
    ben.until(lambda: devices(ben) == 1)
    ben.page.request.post("/api/me/push/remove", data={"endpoint": ""})
    sheet = ben.page.locator("dialog[open]")
    ben.insist(lambda: ben.page.keyboard.press("Escape"), lambda: sheet.count() == 0)
    ben.button("Einstellungen").click()
    switch = ben.page.get_by_role("switch", name="Bescheid geben", exact=False)
    expect(switch).not_to_be_checked()
    ben.insist(lambda: ben.page.keyboard.press("Escape"), lambda: sheet.count() == 0)
    ben.page.get_by_role("link", name="Mind Up! mit Anna", exact=False).click()
    ben.page.wait_for_url(f"**{path}")


def test_a_host_tests_a_webhook_and_sees_that_the_chat_has_lost_it(come, axe):
    anna = come("Anna", **PHONE)
    anna.opens("Mind Up!")
    anna.page.get_by_label("Time per turn").select_option(label="3 days")
    anna.sees("your turns are on the home page", exact=False)
    answers = iter(["", "gone"])

    def answer(route):
        told = {"host": "ntfy.sh", "shape": "ntfy", "trouble": next(answers)}
        route.fulfill(json=told)

    anna.page.route("**/hook/test", answer)  # nothing leaves this machine
    anna.button("Menu").click()
    anna.page.get_by_text("Write into a chat").click()
    anna.page.get_by_label("Address of the webhook").fill("https://ntfy.sh/our-secret")
    anna.button("Save").click()
    anna.sees("Writes to ntfy.sh.")
    anna.button("Send a test message").click()
    anna.sees("The chat has taken the test message.")
    anna.button("Send a test message").click()
    anna.sees("The chat does not know this webhook any more", exact=False)
    expect(anna.page.get_by_text("has taken the test message")).to_have_count(0)
    assert violations(anna, axe) == []
    anna.button("Turn off").click()
    expect(anna.page.get_by_label("Address of the webhook")).to_be_visible()


def test_a_paused_game_stays_on_the_first_page_and_says_until_when(come, axe):
    anna = come("Anna", **PHONE)
    anna.opens("Mind Up!")
    for bot in ("Pebble", "Linnet"):
        anna.adds_bot(bot)
    anna.page.get_by_label("Time per turn").select_option(label="3 days")
    anna.starts()
    anna.until(lambda: anna.copy.stage == "playing")
    anna.button("Menu").click()
    anna.button("Pause").click()
    anna.until(lambda: anna.copy.house["paused"])
    anna.page.goto("/")
    anna.sees("Paused · goes on by itself: 3 days left", exact=False)
    assert violations(anna, axe) == []


def test_a_group_asks_its_members_whether_it_may_call_them(come, axe):
    anna, ben = come("Anna", **PHONE, service_workers="allow"), come("Ben", **PHONE)
    anna.context.add_init_script(SUBSCRIBE % POINT)
    anna.page.goto("/")
    wanted = {"title": "Friday table", "name": "Anna"}
    group = anna.page.request.post("/api/groups", data=wanted).json()["group"]
    ben.page.goto(f"/g/{group}")
    expect(ben.button("Join the group")).to_be_visible()
    expect(ben.button("Call me")).to_have_count(0)
    anna.page.goto(f"/g/{group}")
    anna.sees("or your group is at the table?", exact=False)
    assert violations(anna, axe) == []
    anna.button("Call me").click()
    expect(anna.button("Call me")).to_have_count(0)
    assert devices(anna) == 1


def test_the_switch_shows_what_is_so_after_no_answer_and_after_a_failure(come):
    ben = come("Ben", service_workers="allow", **PHONE)
    ben.context.add_init_script(SUBSCRIBE % POINT)
    ben.context.add_init_script(ANSWERS)
    ben.page.goto("/")
    ben.button("Settings").click()
    switch = ben.page.get_by_role("switch", name="Call me when I am needed", exact=False)
    switch.scroll_into_view_if_needed()
    ben.page.evaluate("window.answer = 'default'")
    switch.click()
    expect(switch).to_be_enabled()
    expect(switch).not_to_be_checked()
    expect(ben.page.get_by_text("Your browser blocks notifications")).to_have_count(0)
    # The network fails where the site should hear of it.
    ben.page.evaluate("window.answer = 'granted'")
    ben.page.route("**/api/me/push", lambda route: route.abort())
    ben.offline = True
    switch.click()
    expect(ben.page.locator(".notices")).to_contain_text("The site cannot be reached")
    expect(switch).to_be_enabled()
    expect(switch).not_to_be_checked()
