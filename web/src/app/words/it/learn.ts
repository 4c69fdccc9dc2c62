import type { Words } from '../words.svelte'

export const learn: Words['learn'] = {
  rulesOf: (game: string) => `Le regole di ${game}`,
  tryIt: 'Prova tu',
  readRules: 'Leggi le regole',
  playNow: 'Gioca',
  next: 'Avanti',
  leave: 'Lascia la lezione',
  again: 'Ancora una volta',
  step: (n: number, all: number) => `Passo ${n} di ${all}`,
  rules: {
    mindup: [
      {
        title: 'L’idea',
        lines: ['Indovina dove cadrà il tuo numero tra quelli degli altri: quella posizione decide la carta che prendi.'],
      },
      {
        title: 'Le carte',
        lines: [
          'Sessanta carte, da 1 a 60, in cinque colori da dodici: sole, petalo, onda, foglia e luna.',
          'Una carta può avere un bonus di −1, +1 o +2. Le carte n e 61 − n hanno lo stesso colore e lo stesso bonus.',
          'Ognuno ha cinque carte Punteggio da 1 a 5. Un solo ordine, estratto a sorte, vale per tutto il tavolo.',
        ],
      },
      {
        title: 'Preparazione',
        lines: ['Sette carte segrete a testa. Tante carte quanti i giocatori si scoprono e si ordinano: la fila.'],
      },
      {
        title: 'Un turno',
        lines: [
          'Tutti posano una carta coperta. Finché l’ultimo non ha scelto puoi cambiare idea.',
          'Si scoprono le carte e si mettono sotto la fila in ordine crescente. Conta solo la posizione, non la distanza.',
          'Prendi la carta della fila sopra la tua. Va sulla tua colonna di quel colore; se non ce l’hai, sulla prima carta Punteggio vuota a sinistra. Non si sceglie.',
          'Le carte giocate sono la fila successiva. Puoi riprenderti la tua.',
          'Quando a tutti resta una carta, va dritta nelle colonne di chi la tiene, mai nella fila. Il round è finito.',
        ],
      },
      {
        title: 'I punti',
        lines: [
          'Ogni colonna: il suo valore per il numero di carte. Poi tutti i bonus. Poi gli obiettivi, giudicati per tutti quando ogni ultima carta è al suo posto.',
          'Un round può essere negativo.',
        ],
      },
      {
        title: 'Il round dopo',
        lines: [
          'Tre round di 6, 7 e 8 turni. La fila resta. Riprendi le colonne in mano e pesca una carta: tutti conoscono la tua mano, tranne quella.',
          'Si estrae un nuovo ordine dei valori. Non si scarta e non si rimescola mai nulla.',
        ],
      },
      {
        title: 'La fine',
        lines: [
          'Vince la somma più alta dei tre round. In parità, più punti nel round 3; se è ancora pari, vittoria condivisa. Chi è pari condivide il posto.',
        ],
      },
      {
        title: 'Obiettivi bonus',
        lines: [
          'Da 0 a 5, tutti con lettere diverse. Uno o due cambiano a ogni round, da tre in su restano tutta la partita.',
          'Chi soddisfa una condizione ne prende i punti, o li perde.',
        ],
      },
    ],
    extreme: [
      {
        title: 'L’idea',
        lines: ['Una squadra, due pile, neanche una parola. Il bianco sale, il rosso scende, nessuno ha un turno: gioca quando senti che è il momento.'],
      },
      {
        title: 'La squadra',
        lines: [
          'In due: livelli 1–⁠12 e 2 vite. In tre: livelli 1–⁠10 e 3 vite. In quattro: livelli 1–⁠8 e 4 vite. La squadra comincia con una stella. Superate l’ultimo livello e avete vinto.',
          'Al livello 5 ognuno ha cinque carte, e così via. Le cento carte si rimescolano a ogni livello; i colori non sono bilanciati.',
          'Dalla distribuzione alla fine del livello: né parole né segni.',
        ],
      },
      {
        title: 'Mani sul tavolo',
        lines: [
          'Appoggia la mano quando vuoi cominciare. Quando tutte le mani sono giù, alzatele insieme: si comincia.',
          'Chiunque può dire stop in ogni momento, gratis: mani giù, mani su, si continua. Lo stesso dopo un errore e dopo una stella.',
        ],
      },
      {
        title: 'Giocare',
        lines: [
          'Il bianco sale a sinistra, il rosso scende a destra. Puoi posare solo la bianca più bassa o la rossa più alta che hai.',
          'Tenete vive entrambe le pile. Finirne una e poi iniziare l’altra è contro lo spirito del gioco; nessuno lo impedisce, il resoconto si limita a segnalarlo.',
          'Una carta che arriva dopo uno stop, un errore o una stella proposta resta in mano.',
        ],
      },
      {
        title: 'Un errore',
        lines: [
          'Posi una bianca mentre qualcuno ne ha una più bassa, o una rossa mentre qualcuno ne ha una più alta: ci si ferma e perdete esattamente una vita, per quante carte siano state superate.',
          'Quelle carte, solo di quel colore, si mettono da parte scoperte. La tua resta.',
        ],
      },
      {
        title: 'Pile coperte',
        lines: [
          'In certi livelli un colore si posa coperto. Tutti vedono chi posa e quando, nessuno vede che cosa. Non si controlla nulla fino alla fine del livello.',
          'Poi si gira la pila. Una carta che ne ha superate altre è un errore e se ne va con loro: 7-14-28-20-25-23 ne fa uno, il 28. Due pile coperte si contano separate e si sommano.',
        ],
      },
      {
        title: 'Le stelle',
        lines: [
          'Chiunque può proporre una stella. Si usa solo se tutti sono d’accordo: ognuno dà in segreto la bianca più bassa o la rossa più alta, e si mettono da parte.',
          'Se qualcuno non vuole, si continua e non si perde niente.',
        ],
      },
      {
        title: 'Premi e fine',
        lines: [
          'I livelli 2, 5 e 8 danno una stella, i livelli 3, 6 e 9 una vita, dopo aver pagato le vite. Mai più di 5 vite e 3 stelle.',
          'Quando se ne va l’ultima vita la squadra ha perso, anche sull’ultima carta dell’ultimo livello.',
        ],
      },
    ],
  },
  tutorial: {
    mindup: {
      hello: 'Questa è la fila. A ogni turno prendi una di queste carte.',
      order: 'Questi valori valgono per tutti. Una colonna dà il suo valore per ogni carta.',
      wrong: 'Per ora scegli la carta che brilla.',
      pick: 'Ecco la tua mano. Scegli il 52, la tua carta più alta: vuoi l’ultima della fila.',
      turned: 'Le carte si scoprono tutte insieme, ognuna accanto a chi l’ha giocata.',
      sorted: 'Scivolano sotto la fila, dalla più bassa alla più alta: 16, 30, 52. Conta solo l’ordine. La tua è la più alta.',
      taken: 'Ognuno prende la carta sopra la propria. A te tocca l’ultima: apre la tua colonna più a sinistra.',
      second: 'Le carte giocate sono la nuova fila. Ora scegli il 9, per avere la carta più bassa.',
      joined: 'Hai preso un altro sole, che ha raggiunto la sua colonna. Due soli nella colonna da 4: otto punti, più i bonus.',
      wins: 'Vince chi fa più punti in tre round: tante carte sotto valori alti, e i bonus.',
      end: 'Il gioco è tutto qui. Dopo ogni round riprendi le tue colonne in mano.',
    },
    extreme: {
      wrong: 'Non ora: segui ciò che brilla.',
      hello: 'Due pile: il bianco sale a sinistra, il rosso scende a destra.',
      hand: 'Solo due tue carte contano adesso: la bianca più bassa e la rossa più alta.',
      palm: 'Tieni premuto il palmo: è il tuo segnale. Quando tutte le mani sono giù, alzatele insieme.',
      wait: 'Non ci sono turni. Anche il tuo compagno ha una bianca. Aspetta un po’, poi posa il tuo 12 bianco.',
      early: 'Troppo presto: il tuo compagno aveva il 5. Costa una vita, e il 5 va da parte.',
      well: 'Il compagno ha posato il 5, poi tu il 12. Ecco che effetto fa.',
      lives: 'Queste candele sono le vostre vite: due per una squadra di due. Ogni errore ne spegne una. Spenta l’ultima, la partita è persa.',
      stop: 'Un dubbio? Fermarsi non costa nulla, in qualsiasi momento.',
      star: 'Una stella aiuta quando nessuno osa. Proponila: si usa solo se sono tutti d’accordo.',
      give: 'Il tuo compagno è d’accordo. Ora ognuno dà via una carta in segreto. Dai il tuo 40 rosso.',
      given: 'Le due carte sono messe da parte: non possono più fare danni. Il livello è superato e porta una nuova stella.',
      blind: 'Livello 3: la pila bianca è coperta. Vedi chi gioca e quando, ma non quale carta.',
      blindPalm: 'Di nuovo mani sul tavolo, poi su tutti insieme. Ricordati di contare da subito.',
      blindFirst: 'Il tuo 9 arriva presto. Giocalo dopo circa nove battiti.',
      blindWait: 'Nessuno ti dirà se è giusto. Anche il tuo compagno ha una carta bianca: aspettala, poi gioca il tuo 31.',
      blindEarly: 'Solo ora la pila viene girata: il tuo 31 è arrivato prima del 20 del tuo compagno. Costa una vita, ma solo alla fine.',
      blindWell: 'Solo ora la pila viene girata: 9, 20, 31, 44. Avete tenuto lo stesso ritmo senza vedere una carta.',
      end: 'Il gioco è tutto qui. Trovate lo stesso silenzio.',
    },
  },
}
