/** Ana e Inés, Ana e Hilda; but Ana y Ian, Ana y Hielo. */
export const and = (names: string): string => names.replace(/ y (?=h?[ií](?![aeiouáéóú]))/gi, ' e ')
