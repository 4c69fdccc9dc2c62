export const name = 'Português'
