import { scaleBand } from '@visx/scale'

export function columnScale(count: number) {
  return scaleBand({
    domain: Array.from({ length: count }, (_, index) => index),
    range: [0, 100],
    paddingInner: 0.5,
    paddingOuter: 0.25,
  })
}

type Scale = { (value: number): number; ticks: (count: number) => number[] }

export function ticksOf(scale: Scale, count: number): { value: number; top: number }[] {
  return scale
    .ticks(count)
    .filter(Number.isInteger)
    .map((value) => ({ value, top: scale(value) }))
}
