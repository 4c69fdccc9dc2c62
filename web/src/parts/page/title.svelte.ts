// The title of the browser's tab: what a page says, and the name of the site.

/** Set the title while the component that calls this is on the page. */
export function titled(said: () => string): void {
  $effect(() => {
    document.title = said() === '' ? 'Tacit' : `${said()} · Tacit`
  })
  $effect(() => () => (document.title = 'Tacit'))
}
