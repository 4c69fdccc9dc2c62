export const name = 'English'
