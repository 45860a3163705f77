import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { LoadError } from '@/components/list/load-error'
import { Skeleton } from '@/components/ui/skeleton'
import { whenSettled } from '@/lib/supabase-lazy/settled'
import { DialogFrame, FrameShown } from './dialog-frame'
import type { DialogWidth } from './dialog-style'

type Frame = DialogWidth & { title: ReactNode }

/** In ms; afterwards the content must not repeat the entrance animation. */
const cameIn = 180

/** A code-split dialog. Opens at once: a skeleton until the code is loaded, an error with a retry if that fails. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { frame: Frame }> {
  let loaded: ComponentType<Props> | undefined

  async function fetchCode() {
    loaded ??= await load()
    return loaded
  }

  void whenSettled()
    .then(fetchCode)
    .catch(() => undefined)

  return function LazyDialog(props) {
    const { frame, onClose } = props
    const [Content, setContent] = useState(() => loaded)
    const [failed, setFailed] = useState(false)
    const [openedAt] = useState(() => performance.now())
    const [framed, setFramed] = useState(false)

    useEffect(() => {
      if (Content || failed) return
      let isOpen = true
      fetchCode().then(
        (found) => {
          if (!isOpen) return
          setFramed(performance.now() - openedAt > cameIn)
          setContent(() => found)
        },
        () => isOpen && setFailed(true),
      )
      return () => {
        isOpen = false
      }
    }, [Content, failed, openedAt])

    if (Content) {
      return (
        <FrameShown value={framed}>
          <Content {...props} />
        </FrameShown>
      )
    }
    return (
      <DialogFrame {...frame} onClose={onClose} busy={!failed}>
        {failed ? (
          <LoadError title="This could not be loaded." onRetry={() => setFailed(false)}>
            Check your connection, or reload the page.
          </LoadError>
        ) : (
          <Waiting />
        )}
      </DialogFrame>
    )
  }
}

function Waiting() {
  return (
    <>
      <span role="status" className="sr-only">
        Loading
      </span>
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-24" />
      <Skeleton className="h-10" />
      <Skeleton className="ml-auto h-10 w-40 max-md:h-11" />
    </>
  )
}
