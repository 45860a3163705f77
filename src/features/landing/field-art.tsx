const lines = Array.from({ length: 40 }, (_, index) => index)

/** Inline, because a separate image would load late; appears after the text. */
export function FieldArt({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 1440 640" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <defs>
        <path
          id="wave"
          vectorEffect="non-scaling-stroke"
          d="M-20 0C180 0 290-60 480-110S810-170 980-90 1260 130 1460 150"
        />
      </defs>
      <g fill="none" stroke="#8FC0A9" strokeWidth=".8">
        {lines.map((line) => (
          <use
            key={line}
            href="#wave"
            transform={`translate(0 ${130 + line * 13})skewY(${(line * 0.12 - 2).toFixed(1)})scale(1 ${(1.25 - line * 0.045).toFixed(2)})`}
          />
        ))}
      </g>
    </svg>
  )
}
