import { scaleBand } from '@visx/scale'

/** So many columns of equal width between 0 and 100, each half bar and half gap. */
export function columnScale(count: number) {
  return scaleBand({
    domain: Array.from({ length: count }, (_, index) => index),
    range: [0, 100],
    paddingInner: 0.5,
    paddingOuter: 0.25,
  })
}

type Scale = { (value: number): number; ticks: (count: number) => number[] }

/** Where about so many round numbers stand on a scale; nobody holds half a token. */
export function ticksOf(scale: Scale, count: number): { value: number; top: number }[] {
  return scale
    .ticks(count)
    .filter(Number.isInteger)
    .map((value) => ({ value, top: scale(value) }))
}
