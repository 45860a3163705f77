import { brand } from '@/lib/brand'

/** '<title> · Guildhall' */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${brand.name}`}</title>
}
