import type { Words } from '../words.svelte'

export const learn: Words['learn'] = {
  rulesOf: (game) => `Die Regeln von ${game}`,
  tryIt: 'Selbst ausprobieren',
  readRules: 'Regeln lesen',
  playNow: 'Spielen',
  next: 'Weiter',
  leave: 'Einführung verlassen',
  again: 'Noch einmal',
  step: (n, all) => `Schritt ${n} von ${all}`,
  rules: {
    mindup: [
      {
        title: 'Die Idee',
        lines: ['Schätze, wo deine Zahl zwischen den Zahlen der anderen landet: Dieser Platz entscheidet, welche Karte du bekommst.'],
      },
      {
        title: 'Die Karten',
        lines: [
          'Sechzig Karten von 1 bis 60, in fünf Farben zu je zwölf: Sonne, Blüte, Welle, Blatt und Mond.',
          'Manche Karten haben einen Bonus von −1, +1 oder +2. Die Karten n und 61 − n haben dieselbe Farbe und denselben Bonus.',
          'Alle haben fünf Wertungskarten von 1 bis 5. Ihre Reihenfolge wird ausgelost und gilt für den ganzen Tisch.',
        ],
      },
      {
        title: 'Vorbereitung',
        lines: ['Alle bekommen sieben geheime Karten. So viele Karten, wie Leute mitspielen, werden aufgedeckt und sortiert: die Reihe.'],
      },
      {
        title: 'Ein Zug',
        lines: [
          'Alle legen eine Karte verdeckt. Du kannst dich umentscheiden, bis auch die Letzten gewählt haben.',
          'Die Karten werden aufgedeckt und aufsteigend unter die Reihe gelegt. Nur der Rang zählt, nicht der Abstand.',
          'Du nimmst die Karte der Reihe, die über deiner liegt. Sie kommt in deine Spalte ihrer Farbe; hast du noch keine, auf deine erste leere Wertungskarte von links. Aussuchen kannst du es dir nicht.',
          'Die gespielten Karten sind die nächste Reihe. Du kannst deine eigene Karte zurückgewinnen.',
          'Haben alle nur noch eine Karte, kommt sie direkt in die eigenen Spalten und nie in die Reihe. Die Runde ist vorbei.',
        ],
      },
      {
        title: 'Punkte',
        lines: [
          'Jede Spalte: ihr Wert mal die Zahl ihrer Karten. Dazu alle Boni. Dann die Ziele, für alle gewertet, sobald alle letzten Karten liegen.',
          'Eine Runde kann auch negativ ausgehen.',
        ],
      },
      {
        title: 'Die nächste Runde',
        lines: [
          'Es gibt drei Runden mit 6, 7 und 8 Zügen. Die Reihe bleibt liegen. Nimm deine Spalten als Hand zurück und zieh eine Karte nach: Alle kennen also deine Hand, bis auf diese Karte.',
          'Die Reihenfolge der Werte wird neu ausgelost. Nichts wird abgeworfen, nichts neu gemischt.',
        ],
      },
      {
        title: 'Das Ende',
        lines: [
          'Die höchste Summe aus drei Runden gewinnt. Bei Gleichstand zählt Runde 3; steht es auch da gleich, wird der Sieg geteilt. Wer gleichauf ist, teilt sich einen Platz.',
        ],
      },
      {
        title: 'Bonusziele',
        lines: [
          'Spielt mit 0 bis 5 davon, alle mit verschiedenen Buchstaben. Eins oder zwei wechseln jede Runde, drei oder mehr bleiben die ganze Partie.',
          'Wer eine Bedingung erfüllt, bekommt ihre Punkte oder verliert sie.',
        ],
      },
    ],
    extreme: [
      {
        title: 'Die Idee',
        lines: ['Ein Team, zwei Stapel, kein Wort. Weiß steigt, Rot fällt, niemand ist am Zug: Leg eine Karte, wenn du spürst, dass es Zeit ist.'],
      },
      {
        title: 'Das Team',
        lines: [
          'Zu zweit: Level 1–⁠12 und 2 Leben. Zu dritt: Level 1–⁠10 und 3 Leben. Zu viert: Level 1–⁠8 und 4 Leben. Jedes Team beginnt mit einem Stern. Schafft ihr das letzte Level, habt ihr gewonnen.',
          'In Level 5 haben alle fünf Karten, und so weiter. Für jedes Level werden alle hundert Karten neu gemischt; gut möglich, dass du von einer Farbe mehr hast.',
          'Vom Austeilen bis zum Ende des Levels: kein Wort, kein Zeichen.',
        ],
      },
      {
        title: 'Hände auf den Tisch',
        lines: [
          'Leg deine Hand auf den Tisch, wenn du bereit bist. Liegen alle Hände, hebt sie gemeinsam: Das Spiel beginnt.',
          'Alle dürfen jederzeit Stopp sagen. Das kostet nichts: Hände runter, Hände hoch, weiter. Genauso nach einem Fehler und nach einem Stern.',
        ],
      },
      {
        title: 'Karten legen',
        lines: [
          'Weiß liegt links und steigt, Rot liegt rechts und fällt. Du darfst nur deine niedrigste weiße oder deine höchste rote Karte legen.',
          'Haltet beide Stapel in Gang. Erst den einen fertig zu machen und dann den anderen ist gegen den Geist des Spiels; niemand hindert euch, der Bericht erwähnt es nur.',
          'Eine Karte, die nach einem Stopp, einem Fehler oder einem Sternvorschlag ankommt, bleibt auf deiner Hand.',
        ],
      },
      {
        title: 'Ein Fehler',
        lines: [
          'Du legst eine weiße Karte, während jemand eine niedrigere hat, oder eine rote, während jemand eine höhere hat: Das Spiel hält an und ihr verliert genau ein Leben, egal wie viele Karten überholt wurden.',
          'Diese Karten, nur in dieser Farbe, werden offen beiseitegelegt. Deine bleibt liegen.',
        ],
      },
      {
        title: 'Verdeckte Stapel',
        lines: [
          'In manchen Leveln wird eine Farbe verdeckt gelegt. Alle sehen, wer wann gelegt hat, niemand sieht, was. Geprüft wird erst am Ende des Levels.',
          'Dann wird der Stapel umgedreht. Eine Karte, die spätere überholt hat, ist ein Fehler und geht mit ihnen zusammen weg: 7-14-28-20-25-23 ist einer, die 28. Zwei verdeckte Stapel werden einzeln gezählt und addiert.',
        ],
      },
      {
        title: 'Sterne',
        lines: [
          'Alle dürfen einen Stern vorschlagen. Er wird nur eingesetzt, wenn alle dafür sind: Alle geben geheim ihre niedrigste weiße oder ihre höchste rote Karte ab, und sie werden beiseitegelegt.',
          'Ist jemand dagegen, geht das Spiel weiter und nichts ist verloren.',
        ],
      },
      {
        title: 'Belohnungen und Ende',
        lines: [
          'Level 2, 5 und 8 bringen einen Stern, Level 3, 6 und 9 ein Leben, nachdem die Leben bezahlt sind. Nie mehr als 5 Leben und 3 Sterne.',
          'Ist das letzte Leben weg, hat das Team verloren, selbst mit der letzten Karte des letzten Levels.',
        ],
      },
    ],
  },
  tutorial: {
    mindup: {
      hello: 'Das ist die Reihe. In jedem Zug nimmst du eine dieser Karten.',
      order: 'Diese Werte sind für alle gleich. Jede Karte in einer Spalte bringt deren Wert.',
      wrong: 'Wähle erst mal die Karte, die leuchtet.',
      pick: 'Hier ist deine Hand. Wähle die 52, deine höchste: Du willst die letzte Karte der Reihe.',
      turned: 'Alle Karten werden gleichzeitig aufgedeckt, jede neben der Person, die sie gespielt hat.',
      sorted: 'Sie rutschen unter die Reihe, von niedrig nach hoch: 16, 30, 52. Nur die Reihenfolge zählt. Deine ist die höchste.',
      taken: 'Alle nehmen die Karte darüber. Deine ist die letzte der Reihe: Sie kommt in deine Spalte ganz links.',
      second: 'Die gespielten Karten sind die neue Reihe. Wähle jetzt die 9, um am niedrigsten zu liegen.',
      joined: 'Du hast eine weitere Sonne genommen: Sie kommt in ihre Spalte. Zwei Sonnen in der Spalte, die 4 zählt: acht Punkte, dazu ihre Boni.',
      wins: 'Wer in drei Runden die meisten Punkte sammelt, gewinnt: mit vielen Karten unter hohen Werten und mit Boni.',
      end: 'Das ist das ganze Spiel. Nach jeder Runde nimmst du deine Spalten als Hand zurück.',
    },
    extreme: {
      wrong: 'Jetzt nicht: Folge dem, was leuchtet.',
      hello: 'Zwei Stapel: Weiß steigt links, Rot fällt rechts.',
      hand: 'Nur zwei deiner Karten zählen jetzt: deine niedrigste weiße und deine höchste rote.',
      palm: 'Halte die Handfläche gedrückt: Du bist bereit. Sobald alle Hände liegen, lasst gemeinsam los.',
      wait: 'Niemand ist am Zug. Dein Gegenüber hat auch eine weiße Karte. Warte ein bisschen, dann leg deine weiße 12.',
      early: 'Zu früh: Dein Gegenüber hatte die 5. Das kostet ein Leben, und die 5 wird beiseitegelegt.',
      well: 'Dein Gegenüber hat die 5 gelegt, dann du die 12. So fühlt es sich an.',
      lives: 'Diese Kerzen sind eure Leben: zwei in einem Team von zweien. Jeder Fehler löscht eine. Ist die letzte aus, ist das Spiel verloren.',
      stop: 'Unsicher? Stopp kostet nichts, jederzeit.',
      star: 'Ein Stern hilft, wenn niemand sich traut. Schlag einen vor: Er wird nur eingesetzt, wenn alle dafür sind.',
      give: 'Dein Gegenüber ist dafür. Jetzt geben alle geheim eine Karte ab. Gib deine rote 40.',
      given: 'Beide Karten sind beiseitegelegt, mit ihnen kann nichts mehr schiefgehen. Das Level ist geschafft und bringt einen neuen Stern.',
      blind: 'Level 3: Der weiße Stapel liegt verdeckt. Du siehst, wer wann eine Karte legt, aber nicht welche.',
      blindPalm: 'Hände wieder auf den Tisch und gemeinsam loslassen. Denk dran: Zähl ab jetzt mit.',
      blindFirst: 'Deine 9 kommt früh. Leg sie, wenn etwa neun Schläge vorbei sind.',
      blindWait: 'Niemand sagt dir, ob du richtig liegst. Dein Gegenüber hat auch eine weiße Karte: Warte auf sie, dann leg deine 31.',
      blindEarly: 'Erst jetzt wird der Stapel umgedreht: Deine 31 kam vor der 20 deines Gegenübers. Das kostet ein Leben, aber erst am Ende.',
      blindWell: 'Erst jetzt wird der Stapel umgedreht: 9, 20, 31, 44. Ihr wart im selben Takt, ohne eine Karte zu sehen.',
      end: 'Das ist das ganze Spiel. Findet dieselbe Stille.',
    },
  },
}
