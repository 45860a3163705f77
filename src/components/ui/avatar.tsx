export function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  )
  return (
    <span
      aria-hidden="true"
      className="grid size-[34px] flex-none place-items-center rounded bg-accent-soft text-[0.8125rem]/none font-semibold tracking-[.02em] text-accent"
    >
      {letters.join('').toLocaleUpperCase()}
    </span>
  )
}
