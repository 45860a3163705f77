import { Skeleton } from '@/components/ui/skeleton'

/** The texts of a delivery that are no secret, which the frame shows before the app can. */
export function DeliveredSkeleton() {
  return (
    <div data-row="delivery_status" className="sheet grid min-w-0 gap-5 p-6 max-md:p-5">
      <Skeleton className="h-6 w-2/5" />
      <Skeleton className="h-12 max-md:h-[106px]" />
      <p data-field="message" className="whitespace-pre-wrap [overflow-wrap:anywhere] empty:hidden" />
      <p
        data-field="instructions"
        className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere] empty:hidden"
      />
    </div>
  )
}
