import { Button } from '@/components/ui/button'

type Props = { what: string; query: { isFetching: boolean; refetch: () => unknown } }

export function CardError({ what, query }: Props) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <p className="text-danger">{what}</p>
      <Button size="sm" busy={query.isFetching} busyLabel="Trying..." onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}
