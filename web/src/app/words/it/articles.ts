/** Il 7, l’1, l’8, l’11. */
export const the = (n: number): string => ([1, 8, 11].includes(n) ? `l’${n}` : `il ${n}`)
export const The = (n: number): string => the(n).replace(/^./, (letter) => letter.toUpperCase())
