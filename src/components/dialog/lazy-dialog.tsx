import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useOptimistic,
  useState,
} from 'react'
import { LoadError } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { afterInitialLoad } from '@/lib/after-initial-load'
import { DialogFrame, type DialogShape, FrameShownContext } from './dialog-frame'

type Frame = DialogShape & { title: ReactNode }

/** In ms. A hidden or covered window gets no animation frames, yet its dialog must not wait for ever. */
const maxPaintDelay = 250

/**
 * A code-split dialog: a click paints its frame (P13); the content follows when loaded, or an error with a retry.
 * Closing hides it before the page is rendered without it.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { frame: Frame }> {
  let loaded: ComponentType<Props> | undefined

  async function fetchCode() {
    loaded ??= await load()
    return loaded
  }

  void afterInitialLoad()
    .then(fetchCode)
    .catch(() => undefined)

  return function LazyDialog(props) {
    const { frame } = props
    const [isClosing, showClosing] = useOptimistic(false)
    const [Content, setContent] = useState<ComponentType<Props>>()
    const [failed, setFailed] = useState(false)
    const [openedAt] = useState(() => performance.now())
    const [shownFor, setShownFor] = useState(0)

    useEffect(() => {
      if (Content || failed) return
      let isOpen = true
      Promise.all([fetchCode(), nextPaint()]).then(
        ([found]) => {
          if (!isOpen) return
          setShownFor(performance.now() - openedAt)
          setContent(() => found)
        },
        () => isOpen && setFailed(true),
      )
      return () => {
        isOpen = false
      }
    }, [Content, failed, openedAt])

    const onClose = () =>
      startTransition(() => {
        showClosing(true)
        props.onClose()
      })

    if (isClosing) return null
    if (Content) {
      return (
        <FrameShownContext value={shownFor}>
          <Content {...props} onClose={onClose} />
        </FrameShownContext>
      )
    }
    return (
      <DialogFrame {...frame} onClose={onClose} busy={!failed}>
        {failed ? (
          <LoadError title="This could not be loaded." onRetry={() => setFailed(false)}>
            Check your connection, or reload the page.
          </LoadError>
        ) : (
          <DialogSkeleton />
        )}
      </DialogFrame>
    )
  }
}

/** Resolves in the task after the next frame; soon also in a window that the browser does not paint. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, maxPaintDelay)
  })
}

function DialogSkeleton() {
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
