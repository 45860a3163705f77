import clsx from 'clsx'

type Props = { label: string; className?: string }

export function Ring({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      className={clsx('size-4 flex-none animate-[spin-once_.8s_linear_infinite]', className)}
    >
      <circle cx="50%" cy="50%" r="44%" pathLength="4" strokeDasharray="3 1" strokeDashoffset="-.5" />
    </svg>
  )
}

export function Spinner({ label, className }: Props) {
  return (
    <div role="status" className={clsx('grid place-items-center py-16 text-accent', className)}>
      <Ring className="size-6" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
