import clsx from 'clsx'

type Props = { label: string; className?: string }

export function Ring({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'size-4 flex-none animate-[spin-once_.8s_linear_infinite] rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
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
