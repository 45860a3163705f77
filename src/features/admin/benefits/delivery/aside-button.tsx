import { Ban, Undo2 } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { toastError, toastSuccess } from '@/components/ui/toast'
import { type PoolKey, useSetKeyAside } from '@/entities/deliveries/pool'

export function AsideButton({ poolKey: { id, mask, state } }: { poolKey: PoolKey }) {
  const { mutate, isPending } = useSetKeyAside()
  if (state === 'delivered') return null
  const aside = state === 'available'
  return (
    <IconButton
      aria-label={aside ? `Put aside ${mask}` : `Restore ${mask}`}
      aria-busy={isPending || undefined}
      icon={aside ? <Ban /> : <Undo2 />}
      onClick={() => {
        if (isPending) return
        mutate(
          { id, aside },
          {
            onSuccess: (now) =>
              aside || now !== 'quarantined'
                ? toastSuccess('Success', aside ? 'Key put aside' : 'Key restored')
                : toastError(
                    'Error',
                    'The batch of this key is held back. Decide about it in Reports first.',
                  ),
          },
        )
      }}
    />
  )
}
