export const name = 'Français'
