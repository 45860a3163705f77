import { brand } from '@/lib/brand'

export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${brand.name}`}</title>
}
