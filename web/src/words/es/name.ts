export const name = 'Español'
