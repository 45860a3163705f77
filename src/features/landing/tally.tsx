import { specifiedPrices } from '@/lib/prices'

const hundredths = [-40, 50, -30, 20, -60, 40]

function strokes(group: number): string[] {
  const slant = (index: number) => (hundredths[(group * 5 + index) % hundredths.length] ?? 0) / 100
  const uprightStrokes = [8, 21, 34, 47].map((x, index) => {
    const end = (group + index) % 3
    return `M${x - slant(index)} ${3 + end}L${x + slant(index)} ${35 - ((end + group) % 3)}`
  })
  return [...uprightStrokes, `M1 ${28 - (group % 3)}L60 ${9 + 2 * (group % 2)}`]
}

/** Hidden from screen readers until the number is known. */
export function Tally() {
  const groups = Array.from({ length: specifiedPrices.launch_places / 5 }, (_, group) => group)
  return (
    <div
      data-tally=""
      role="img"
      aria-hidden="true"
      className="my-4 grid grid-cols-5 justify-start gap-x-2 gap-y-3 text-line-control md:grid-cols-[repeat(5,62px)] md:gap-x-5.5 md:gap-y-4 [&_[data-taken]]:text-ink [&_[data-taken]]:[stroke-dasharray:none] [&_path]:[stroke-dasharray:1.5_3]"
    >
      {groups.map((group) => (
        <svg
          key={group}
          viewBox="0 0 62 38"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          {strokes(group).map((d) => (
            <path key={d} stroke="currentColor" d={d} />
          ))}
        </svg>
      ))}
    </div>
  )
}
