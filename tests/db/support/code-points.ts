/** The code points with a Unicode property as inclusive ranges, without surrogates. */
function rangesOf(property: RegExp): [first: number, last: number][] {
  const ranges: [number, number][] = []
  for (let point = 1; point <= 0x10ffff; point++) {
    if ((point & 0xfff800) === 0xd800 || !property.test(String.fromCodePoint(point))) continue
    const open = ranges.at(-1)
    if (open?.[1] === point - 1) open[1] = point
    else ranges.push([point, point])
  }
  return ranges
}

/** The ends of every range of a property, and their outer neighbours. */
export function edgesOf(property: RegExp): number[] {
  const edges = rangesOf(property).flatMap(([first, last]) => [first - 1, first, last, last + 1])
  return [...new Set(edges)].filter(
    (point) => point > 0 && point <= 0x10ffff && (point & 0xfff800) !== 0xd800,
  )
}

export const ignorable = /\p{Default_Ignorable_Code_Point}/u
