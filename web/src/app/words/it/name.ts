export const name = 'Italiano'
