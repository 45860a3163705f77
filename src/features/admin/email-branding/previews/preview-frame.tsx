import { useCallback, useEffect, useRef, useState } from 'react'
import { showTemplate } from '@/entities/emails/preview'
import { type TemplateName, templateLabels } from '@/entities/emails/templates'

type Props = { name: TemplateName; theme: 'light' | 'dark'; width: number; logo?: string }

export function PreviewFrame({ name, theme, width, logo }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(480)
  const show = useCallback(() => {
    const page = frame.current?.contentDocument
    if (!page) return
    showTemplate(page, name, theme)
    // The address in emails is always the same, and its picture cached.
    const picture = page.querySelector('img')
    if (picture && logo) picture.src = logo
    // The height depends on the width too.
    frame.current?.setAttribute('width', String(width))
    setHeight(page.documentElement.scrollHeight)
  }, [name, theme, width, logo])
  useEffect(show, [show])
  return (
    <iframe
      ref={frame}
      title={`${templateLabels[name]}, ${theme}`}
      // No scripts, no navigation: its links lead nowhere.
      sandbox="allow-same-origin"
      inert
      // Firefox loads even an empty document, after the effect.
      onLoad={show}
      height={height}
      className="block max-w-full rounded border border-line-strong bg-surface-raised"
    />
  )
}
