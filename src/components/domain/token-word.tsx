/** The unit of a number beside a coin, for screen readers. */
export function TokenWord({ value }: { value: number }) {
  return <span className="sr-only">{value === 1 ? ' token' : ' tokens'}</span>
}
