import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { ReportList } from '../reports/report-list'

export function ReportsTab({ benefit }: { benefit: AdminBenefit }) {
  return <ReportList benefitId={benefit.id} />
}
