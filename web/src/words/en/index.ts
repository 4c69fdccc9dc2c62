import { extreme } from './extreme'
import { home } from './home'
import { keep } from './keep'
import { learn } from './learn'
import { mindup } from './mindup'
import { mine } from './mine'
import { pad } from './pad'
import { refused } from './refused'
import { replay } from './replay'
import { review } from './review'
import { table } from './table'
import { together } from './together'

export const words = { home, keep, table, mindup, extreme, mine, learn, pad, refused, replay, review, together }
