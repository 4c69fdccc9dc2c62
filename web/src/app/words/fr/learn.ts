import type { Words } from '../words.svelte'

export const learn: Words['learn'] = {
  rulesOf: (game: string) => `Les règles de ${game}`,
  tryIt: 'Essaie toi-même',
  readRules: 'Lire les règles',
  playNow: 'Jouer',
  next: 'Suite',
  leave: 'Quitter la leçon',
  again: 'Encore une fois',
  step: (n: number, all: number) => `Étape ${n} sur ${all}`,
  rules: {
    mindup: [
      {
        title: 'L’idée',
        lines: ['Devine où ton nombre se placera parmi ceux des autres : cette place décide de la carte que tu prends.'],
      },
      {
        title: 'Les cartes',
        lines: [
          'Soixante cartes, de 1 à 60, en cinq couleurs de douze : soleil, pétale, vague, feuille et lune.',
          'Une carte peut porter un bonus de −1, +1 ou +2. Les cartes n et 61 − n ont la même couleur et le même bonus.',
          'Chacun a cinq cartes Score, de 1 à 5. Un seul ordre, tiré au sort, vaut pour toute la table.',
        ],
      },
      {
        title: 'Mise en place',
        lines: ['Sept cartes secrètes chacun. Autant de cartes que de joueurs sont retournées et triées : la rangée.'],
      },
      {
        title: 'Un tour',
        lines: [
          'Tout le monde pose une carte face cachée. Tant que le dernier n’a pas choisi, tu peux changer d’avis.',
          'On retourne les cartes et on les range sous la rangée, de la plus petite à la plus grande. Seul le rang compte, pas l’écart.',
          'Tu prends la carte de la rangée au-dessus de la tienne. Elle va sur ta colonne de sa couleur ; sinon sur ta première carte Score vide à gauche. Tu n’as pas le choix.',
          'Les cartes jouées forment la rangée suivante. Tu peux regagner ta propre carte.',
          'Quand il ne reste qu’une carte à chacun, elle va droit dans les colonnes de son propriétaire, jamais dans la rangée. La manche est finie.',
        ],
      },
      {
        title: 'Les points',
        lines: [
          'Chaque colonne : sa valeur fois son nombre de cartes. Puis tous les bonus. Puis les objectifs, jugés pour tous une fois les dernières cartes posées.',
          'Une manche peut être négative.',
        ],
      },
      {
        title: 'La manche suivante',
        lines: [
          'Trois manches de 6, 7 et 8 tours. La rangée reste. Reprends tes colonnes en main et pioche une carte : tous connaissent donc ta main, sauf celle-là.',
          'On tire un nouvel ordre des valeurs. Rien n’est jamais défaussé ni remélangé.',
        ],
      },
      {
        title: 'La fin',
        lines: [
          'La plus grande somme des trois manches gagne. À égalité, le plus de points en manche 3 ; sinon, victoire partagée. Les ex æquo partagent leur place.',
        ],
      },
      {
        title: 'Objectifs bonus',
        lines: [
          'De 0 à 5, tous de lettres différentes. Un ou deux changent à chaque manche, trois ou plus restent toute la partie.',
          'Quiconque remplit une condition en reçoit les points, ou les perd.',
        ],
      },
    ],
    extreme: [
      {
        title: 'L’idée',
        lines: ['Une équipe, deux piles, pas un mot. Le blanc monte, le rouge descend, personne n’a de tour : pose une carte quand tu sens que c’est le moment.'],
      },
      {
        title: 'L’équipe',
        lines: [
          'À deux : niveaux 1 à 12 et 2 vies. À trois : niveaux 1 à 10 et 3 vies. À quatre : niveaux 1 à 8 et 4 vies. L’équipe commence avec une étoile. Passez le dernier niveau et c’est gagné.',
          'Au niveau 5 chacun a cinq cartes, et ainsi de suite. Les cent cartes sont remélangées à chaque niveau ; les couleurs ne sont pas équilibrées.',
          'De la donne à la fin du niveau : ni parole, ni signe.',
        ],
      },
      {
        title: 'Les mains sur la table',
        lines: [
          'Pose la main quand c’est bon pour toi. Quand toutes les mains sont posées, levez-les ensemble : le jeu commence.',
          'N’importe qui peut dire stop, à tout moment et sans rien payer : mains posées, mains levées, on continue. Pareil après une erreur ou une étoile.',
        ],
      },
      {
        title: 'Jouer',
        lines: [
          'Le blanc monte à gauche, le rouge descend à droite. Tu ne peux poser que ta blanche la plus basse ou ta rouge la plus haute.',
          'Faites vivre les deux piles. Finir l’une puis commencer l’autre est contraire à l’esprit du jeu ; rien ne l’empêche, le bilan le mentionne simplement.',
          'Une carte qui arrive après un stop, une erreur ou une étoile proposée reste dans ta main.',
        ],
      },
      {
        title: 'Une erreur',
        lines: [
          'Tu poses une blanche alors que quelqu’un en tient une plus basse, ou une rouge alors que quelqu’un en tient une plus haute : tout s’arrête et vous perdez exactement une vie, quel que soit le nombre de cartes dépassées.',
          'Ces cartes, de cette couleur seulement, sont mises de côté face visible. La tienne reste.',
        ],
      },
      {
        title: 'Les piles aveugles',
        lines: [
          'À certains niveaux, une couleur se pose face cachée. Tous voient qui pose et quand, personne ne voit quoi. On ne vérifie rien avant la fin du niveau.',
          'Puis on retourne la pile. Une carte qui en a dépassé d’autres est une erreur et part avec elles : 7-14-28-20-25-23 en fait une, le 28. Deux piles aveugles se comptent à part et s’ajoutent.',
        ],
      },
      {
        title: 'Les étoiles',
        lines: [
          'N’importe qui peut proposer une étoile. Elle ne sert que si tous sont d’accord : chacun donne en secret sa blanche la plus basse ou sa rouge la plus haute, et on les met de côté.',
          'Si quelqu’un refuse, le jeu reprend et rien n’est perdu.',
        ],
      },
      {
        title: 'Récompenses et fin',
        lines: [
          'Les niveaux 2, 5 et 8 donnent une étoile, les niveaux 3, 6 et 9 une vie, une fois les vies payées. Jamais plus de 5 vies et 3 étoiles.',
          'Quand la dernière vie part, l’équipe a perdu, même sur la dernière carte du dernier niveau.',
        ],
      },
    ],
  },
  tutorial: {
    mindup: {
      hello: 'Voici la rangée. À chaque tour tu prends une de ces cartes.',
      order: 'Ces valeurs sont les mêmes pour tous. Une colonne rapporte sa valeur pour chaque carte.',
      wrong: 'Pour l’instant, choisis la carte qui brille.',
      pick: 'Voici ta main. Choisis le 52, ta carte la plus haute : tu veux la dernière de la rangée.',
      turned: 'Toutes les cartes sont retournées d’un coup, chacune à côté de qui l’a jouée.',
      sorted: 'Elles glissent sous la rangée, de la plus petite à la plus grande : 16, 30, 52. Seul l’ordre compte. La tienne est la plus haute.',
      taken: 'Chacun prend la carte au-dessus de la sienne. Pour toi c’est la dernière : elle ouvre ta colonne de gauche.',
      second: 'Les cartes jouées forment la nouvelle rangée. Choisis maintenant le 9 pour avoir la carte la plus basse.',
      joined: 'Tu as pris un autre soleil, et il a rejoint sa colonne. Deux soleils dans la colonne à 4 : huit points, plus leurs bonus.',
      wins: 'Qui a le plus de points après trois manches gagne : beaucoup de cartes sous de grandes valeurs, et des bonus.',
      end: 'C’est tout le jeu. Après chaque manche tu reprends tes colonnes en main.',
    },
    extreme: {
      wrong: 'Pas maintenant : suis ce qui brille.',
      hello: 'Deux piles : le blanc monte à gauche, le rouge descend à droite.',
      hand: 'Deux de tes cartes seulement comptent : ta blanche la plus basse et ta rouge la plus haute.',
      palm: 'Appuie sur la paume et garde le doigt posé : c’est ton signal. Quand toutes les mains sont posées, lâchez ensemble.',
      wait: 'Il n’y a pas de tour de jeu. Ton partenaire a aussi une blanche. Attends un peu, puis pose ton 12 blanc.',
      early: 'Trop tôt : ton partenaire avait le 5. Une vie de moins, et le 5 est mis de côté.',
      well: 'Ton partenaire a posé le 5, puis toi le 12. C’est exactement ça.',
      lives: 'Ces bougies sont vos vies : deux pour une équipe de deux. Chaque erreur en éteint une. Quand la dernière s’éteint, la partie est perdue.',
      stop: 'Un doute ? Stop ne coûte rien, à tout moment.',
      star: 'Une étoile aide quand personne n’ose. Propose-en une : elle ne sert que si tout le monde est d’accord.',
      give: 'Ton partenaire est d’accord. Chacun donne maintenant une carte en secret. Donne ton 40 rouge.',
      given: 'Les deux cartes sont mises de côté : elles ne risquent plus rien. Le niveau est réussi, et il apporte une nouvelle étoile.',
      blind: 'Niveau 3 : la pile blanche est face cachée. Tu vois qui pose et quand, mais pas quelle carte.',
      blindPalm: 'De nouveau, les mains sur la table, puis on les lève ensemble. Pense à compter dès maintenant.',
      blindFirst: 'Ton 9 vient tôt. Pose-le au bout d’environ neuf temps.',
      blindWait: 'Personne ne te dira si c’est juste. Ton partenaire a aussi une carte blanche : attends-la, puis pose ton 31.',
      blindEarly: 'La pile n’est retournée que maintenant : ton 31 est passé avant le 20 de ton partenaire. Cela coûte une vie, mais seulement à la fin.',
      blindWell: 'La pile n’est retournée que maintenant : 9, 20, 31, 44. Vous avez gardé le même tempo sans voir une carte.',
      end: 'C’est tout le jeu. Trouvez le même silence.',
    },
  },
}
