const strokes = ['M8.6 3 7.4 35', 'M20.5 4l1 30', 'M34.3 5l-1.2 30', 'M46.8 3l1 31', 'M1 28 60 9']
const perGroup = strokes.length

type Props = {
  used: number
  quota: number
  /** More strokes cannot be counted at a glance. */
  maxShown: number
  className: string
}

/** The figure beside it says the same to screen readers. */
export function Tally({ used, quota, maxShown, className }: Props) {
  if (quota > maxShown) return null
  const width = 62 + 68 * (Math.ceil(quota / perGroup) - 1)
  return (
    <svg
      viewBox={`0 0 ${width} 38`}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
      className={`max-w-full ${className}`}
    >
      {Array.from({ length: quota }, (_, index) => index).map((index) => (
        <path
          key={index}
          className={index < used ? 'text-ink' : 'text-line-strong'}
          transform={`translate(${68 * Math.floor(index / perGroup)} 0)`}
          d={strokes[index % perGroup]}
        />
      ))}
    </svg>
  )
}
