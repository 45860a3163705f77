import { useEffect } from 'react'
import { brand } from '@/lib/brand'

/** Names the browser's tab: '<title> · Guildhall'. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
  }, [title])
}
