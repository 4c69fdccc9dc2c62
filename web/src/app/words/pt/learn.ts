import type { Words } from '../words.svelte'

export const learn: Words['learn'] = {
  rulesOf: (game) => `As regras de ${game}`,
  tryIt: 'Experimente',
  readRules: 'Ler as regras',
  playNow: 'Jogar',
  next: 'Avançar',
  leave: 'Sair da lição',
  again: 'Mais uma vez',
  step: (n, all) => `Passo ${n} de ${all}`,
  rules: {
    mindup: [
      {
        title: 'A ideia',
        lines: ['Adivinhe onde seu número vai cair entre os números dos outros: essa posição decide qual carta você leva.'],
      },
      {
        title: 'As cartas',
        lines: [
          'Sessenta cartas, de 1 a 60, em cinco cores de doze: sol, pétala, onda, folha e lua.',
          'Uma carta pode ter um bônus de −1, +1 ou +2. As cartas n e 61 − n têm a mesma cor e o mesmo bônus.',
          'Todos têm cinco cartas de pontuação, de 1 a 5. A ordem delas é sorteada e vale para a mesa toda.',
        ],
      },
      {
        title: 'Preparação',
        lines: ['Cada um recebe sete cartas secretas. Tantas cartas quantos forem os jogadores são reveladas e ordenadas: a fileira.'],
      },
      {
        title: 'Um turno',
        lines: [
          'Todos jogam uma carta virada para baixo. Você pode mudar de ideia até a última pessoa escolher.',
          'As cartas são reveladas e postas abaixo da fileira em ordem crescente. Só a posição conta, não a distância.',
          'Você pega a carta da fileira que está acima da sua. Ela vai para sua coluna da mesma cor; se não houver, para sua primeira carta de pontuação vazia da esquerda. Não dá para escolher.',
          'As cartas recém-jogadas são a próxima fileira. Você pode ganhar sua própria carta de volta.',
          'Quando resta uma carta para cada um, ela vai direto para as colunas de quem a tem, nunca para a fileira. A rodada acaba.',
        ],
      },
      {
        title: 'Pontos',
        lines: [
          'Cada coluna: seu valor vezes o número de cartas. Depois, todos os bônus. Por fim os objetivos, conferidos para todos quando todas as últimas cartas estão na mesa.',
          'Uma rodada pode ficar negativa.',
        ],
      },
      {
        title: 'A próxima rodada',
        lines: [
          'São três rodadas de 6, 7 e 8 turnos. A fileira fica. Pegue suas colunas de volta como mão e compre uma carta: assim, todos conhecem sua mão, menos essa carta.',
          'Uma nova ordem dos valores é sorteada. Nada é descartado nem embaralhado de novo.',
        ],
      },
      {
        title: 'O fim',
        lines: [
          'Ganha a maior soma das três rodadas. No empate, quem tiver mais pontos na rodada 3; se continuar empatado, a vitória é dividida. Quem empata divide a colocação.',
        ],
      },
      {
        title: 'Objetivos bônus',
        lines: [
          'Jogue com 0 a 5 deles, todos com letras diferentes. Um ou dois mudam a cada rodada; três ou mais ficam a partida inteira.',
          'Quem cumpre uma condição recebe os pontos dela, ou os perde.',
        ],
      },
    ],
    extreme: [
      {
        title: 'A ideia',
        lines: ['Uma equipe, duas pilhas, nenhuma palavra. O branco sobe, o vermelho desce e não há turnos: jogue uma carta quando sentir que é a hora.'],
      },
      {
        title: 'A equipe',
        lines: [
          'Dois jogadores: níveis 1–⁠12 e 2 vidas. Três: níveis 1–⁠10 e 3 vidas. Quatro: níveis 1–⁠8 e 4 vidas. Toda equipe começa com uma estrela. Superem o último nível e vocês ganham.',
          'No nível 5 cada um tem cinco cartas, e assim por diante. A cada nível, as cem cartas são embaralhadas de novo; é bem possível que você receba mais cartas de uma cor do que da outra.',
          'Da distribuição até o fim do nível: nem palavras nem sinais.',
        ],
      },
      {
        title: 'Mãos na mesa',
        lines: [
          'Ponha a mão na mesa quando quiser começar. Quando todas estiverem lá, levantem juntos: o jogo começa.',
          'Qualquer um pode parar a qualquer momento. Não custa nada: mãos na mesa, mãos levantadas, e continua. O mesmo depois de um erro e depois de uma estrela.',
        ],
      },
      {
        title: 'Jogar',
        lines: [
          'O branco fica à esquerda e sobe, o vermelho fica à direita e desce. Você só pode jogar sua branca mais baixa ou sua vermelha mais alta.',
          'Mantenham as duas pilhas andando. Terminar uma e só depois começar a outra vai contra o espírito do jogo; ninguém impede, o relatório apenas menciona.',
          'Uma carta que chega depois de uma parada, um erro ou uma proposta de estrela fica na sua mão.',
        ],
      },
      {
        title: 'Um erro',
        lines: [
          'Você joga uma carta branca enquanto alguém tem uma mais baixa, ou uma vermelha enquanto alguém tem uma mais alta: o jogo para e vocês perdem exatamente uma vida, não importa quantas cartas ficaram para trás.',
          'Essas cartas, só dessa cor, são postas de lado, à vista. A sua fica.',
        ],
      },
      {
        title: 'Pilhas às cegas',
        lines: [
          'Em alguns níveis, uma cor é jogada virada para baixo. Todos veem quem jogou e quando, ninguém vê o quê. Nada é conferido até o nível acabar.',
          'Então a pilha é revelada. Uma carta que passou à frente de outras é um erro e sai junto com elas: 7-14-28-20-25-23 é um, o 28. Duas pilhas às cegas são contadas à parte e somadas.',
        ],
      },
      {
        title: 'Estrelas',
        lines: [
          'Qualquer um pode propor uma estrela. Ela só é usada se todos forem a favor: cada um entrega em segredo sua branca mais baixa ou sua vermelha mais alta, e elas são postas de lado.',
          'Se alguém não quiser, o jogo continua e nada se perde.',
        ],
      },
      {
        title: 'Recompensas e fim',
        lines: [
          'Os níveis 2, 5 e 8 dão uma estrela; os níveis 3, 6 e 9, uma vida, depois de pagas as vidas perdidas. Nunca mais de 5 vidas e 3 estrelas.',
          'Quando a última vida se vai, a equipe perde, mesmo com a última carta do último nível.',
        ],
      },
    ],
  },
  tutorial: {
    mindup: {
      hello: 'Esta é a fileira. A cada turno você leva uma destas cartas.',
      order: 'Estes valores são iguais para todos. Cada carta rende o valor da coluna em que está.',
      wrong: 'Por enquanto, escolha a carta que brilha.',
      pick: 'Esta é sua mão. Escolha o 52, sua carta mais alta: você quer a última da fileira.',
      turned: 'Todas as cartas são reveladas ao mesmo tempo, cada uma ao lado de quem jogou.',
      sorted: 'Elas se alinham abaixo da fileira, da menor à maior: 16, 30, 52. Só a ordem conta. A sua é a mais alta.',
      taken: 'Cada um leva a carta acima da sua. A sua é a última da fileira: ela abre sua primeira coluna da esquerda.',
      second: 'As cartas recém-jogadas são a nova fileira. Agora escolha o 9, para ter a carta mais baixa.',
      joined: 'Você levou outro sol, e ele foi para a coluna dele. Dois sóis na coluna que vale 4: oito pontos, mais os bônus.',
      wins: 'Ganha quem somar mais pontos em três rodadas: muitas cartas sob valores altos, e bônus.',
      end: 'O jogo é só isso. Depois de cada rodada, você pega suas colunas de volta como mão.',
    },
    extreme: {
      wrong: 'Agora não: siga o que brilha.',
      hello: 'Duas pilhas: o branco sobe à esquerda, o vermelho desce à direita.',
      hand: 'Agora só duas cartas suas importam: sua branca mais baixa e sua vermelha mais alta.',
      palm: 'Aperte e segure a palma: assim você diz que pode começar. Quando todas as mãos estiverem na mesa, soltem juntos.',
      wait: 'Não há turnos. A outra pessoa também tem uma carta branca. Espere um pouco e jogue seu 12 branco.',
      early: 'Cedo demais: a outra pessoa tinha o 5. Isso custa uma vida, e o 5 é posto de lado.',
      well: 'A outra pessoa jogou o 5, depois você o 12. A sensação é essa.',
      lives: 'Estas velas são as vidas de vocês: duas numa equipe de dois. Cada erro apaga uma. Quando a última se apaga, a partida está perdida.',
      stop: 'Na dúvida? Parar é de graça, a qualquer momento.',
      star: 'Uma estrela ajuda quando ninguém se atreve. Proponha uma: ela só é usada se todos forem a favor.',
      give: 'A outra pessoa é a favor. Agora cada um entrega uma carta em segredo. Entregue seu 40 vermelho.',
      given: 'As duas cartas saem do jogo, e nada mais pode dar errado com elas. O nível está superado e dá uma estrela nova.',
      blind: 'Nível 3: a pilha branca fica virada para baixo. Você vê quem joga uma carta e quando, mas não qual.',
      blindPalm: 'Mãos na mesa de novo, e soltem juntos. Lembre: comece a contar agora.',
      blindFirst: 'Seu 9 sai cedo. Jogue-o quando tiverem passado umas nove batidas.',
      blindWait: 'Ninguém vai dizer se você acertou. A outra pessoa também tem uma carta branca: espere por ela e depois jogue seu 31.',
      blindEarly: 'Só agora a pilha é revelada: seu 31 saiu antes do 20 da outra pessoa. Isso custa uma vida, mas só no fim.',
      blindWell: 'Só agora a pilha é revelada: 9, 20, 31, 44. Vocês mantiveram o mesmo compasso sem ver uma carta.',
      end: 'O jogo é só isso. Encontrem o mesmo silêncio.',
    },
  },
}
