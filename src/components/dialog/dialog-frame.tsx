import { X } from 'lucide-react'
import { createContext, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '@/components/ui/icon-button'
import { isComposing } from '@/lib/keys'
import { boxStyle, type DialogShape, dialogParts, scrimStyle } from './dialog-style'
import { useLayer } from './open-dialogs'

type Props = DialogShape & {
  title: ReactNode
  onClose: () => void
  busy?: boolean
  children: ReactNode
}

/** In ms, how long the frame has been shown: the content continues its entrance animation. */
export const FrameShownContext = createContext(0)

/** Shown while a dialog's code loads; without Radix, so pages can import it. */
export function DialogFrame({ title, wide, side, drawer, tall, onClose, busy, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useLayer(onClose)

  useLayoutEffect(() => {
    const opener = document.activeElement
    const page = document.getElementById('root')
    box.current?.focus()
    // Not before the frame is painted: it recalculates the style of the whole page.
    const timer = setTimeout(() => {
      if (page) page.inert = true
    }, 50)
    return () => {
      clearTimeout(timer)
      if (page) page.inert = false
      // The dialog that replaces this frame must find the opener focused, to return the focus there.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  return createPortal(
    <div className={scrimStyle({ side, drawer })}>
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-busy={busy || undefined}
        tabIndex={-1}
        className={boxStyle({ wide, side, drawer, tall })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onClose()
        }}
      >
        <div className={dialogParts.head}>
          <h2 id={titleId} className={dialogParts.title}>
            {title}
          </h2>
        </div>
        <div className={dialogParts.body}>{children}</div>
        <IconButton aria-label="Close" icon={<X />} className={dialogParts.close} onClick={onClose} />
      </div>
    </div>,
    document.body,
  )
}
