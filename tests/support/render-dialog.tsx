import { type ReactElement, useState } from 'react'
import { renderPage } from './render.tsx'

/** Renders a dialog without the page that opens it, until it closes itself. */
export function renderDialog(dialog: (onClose: () => void) => ReactElement) {
  function Opened() {
    const [isOpen, setOpen] = useState(true)
    return isOpen ? dialog(() => setOpen(false)) : null
  }
  return renderPage(<Opened />)
}
