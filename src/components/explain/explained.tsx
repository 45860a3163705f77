import { useExplain } from './use-explain'

type Props = {
  /** See `formatNumberRef`. */
  of: string
  label: string
  children: string
}

export function Explained({ of, label, children }: Props) {
  const explain = useExplain()
  return (
    <button
      type="button"
      className="explained hit-area"
      aria-haspopup="dialog"
      aria-label={`${label}: ${children}. Explain`}
      onClick={() => explain(of)}
    >
      {children}
    </button>
  )
}
