export const name = 'Deutsch'
