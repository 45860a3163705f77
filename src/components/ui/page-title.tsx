import { brand } from '@/lib/brand'

/** Sets the title of the browser's tab: '<title> · Guildhall'. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${brand.name}`}</title>
}
