const shown = 32

/** Shows the first half; the title has all of it. */
export function Fingerprint({ hash }: { hash: string }) {
  const groups = hash.slice(0, shown).match(/.{1,4}/g) ?? []
  return (
    <span
      title={hash}
      className="inline-flex flex-wrap gap-x-[.7ch] font-mono text-sm/[22px] font-medium break-all"
    >
      {groups.join(' ')}
    </span>
  )
}
