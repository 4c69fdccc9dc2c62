// Round numbers along the side of a chart.

/** About five of them, 0 among them where it lies between the two ends. */
export function marks(low: number, high: number): number[] {
  const room = Math.max(high - low, 1) / 5
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => one >= room) ?? 200
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, at) => (first + at) * step || 0)
}
