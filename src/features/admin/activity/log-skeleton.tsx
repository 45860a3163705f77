import { Skeleton } from '@/components/ui/skeleton'

const widths = ['58%', '44%', '66%', '51%', '38%', '62%', '47%', '55%']

export function LogSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="mt-1 mb-4 h-4 w-52" />
      <ol className="border-t border-ink">
        {widths.map((width) => (
          <li key={width} className="flex gap-5 border-b border-line px-3 py-4 max-md:px-0">
            <Skeleton className="my-1 h-[11px] w-10 flex-none" />
            <Skeleton className="my-1 h-[11px]" style={{ width }} />
          </li>
        ))}
      </ol>
    </div>
  )
}
