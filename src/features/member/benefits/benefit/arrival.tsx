import { Copy, Download, ExternalLink, Flag, Package } from 'lucide-react'
import type { ReactNode } from 'react'
import { MethodIcon } from '@/widgets/benefits/delivery-mark'

type Method = 'key' | 'link' | 'file' | 'manual'
type Part = { icon: ReactNode; title: string; text: string }

const instant = (what: string) => ({ title: 'In seconds', text: `${what}, on your order's page.` })
const again = (icon: ReactNode, how: string): Part => ({
  icon,
  title: 'As often as you like',
  text: `${how} again at any time, on any device.`,
})

const parts: Record<Method, [first: Omit<Part, 'icon'>, second: Part]> = {
  key: [instant('A licence key'), again(<Copy />, 'Copy it')],
  link: [instant('A link'), again(<ExternalLink />, 'Open it')],
  file: [instant('A file'), again(<Download />, 'Download it')],
  manual: [
    { title: 'Within 24-48 hours', text: 'Prepared by hand. You can cancel as long as it is pending.' },
    {
      icon: <Package />,
      title: 'In two places',
      text: "On your order's page, and in an email to the address you choose.",
    },
  ],
}

/** How long it takes, where it is afterwards, and what to do if it does not work (D30, D34). */
export function Arrival({ method }: { method: string }) {
  const [first, second] = parts[method in parts ? (method as Method) : 'manual']
  const steps: Part[] = [
    { ...first, icon: <MethodIcon method={method} className="" /> },
    second,
    {
      icon: <Flag />,
      title: "If it doesn't work",
      text:
        method === 'key'
          ? 'Say so on the order. A key that is refused is replaced, or an admin answers within 24 hours.'
          : 'Say so on the order. An admin answers within 24 hours.',
    },
  ]
  return (
    <section>
      <h2 className="section-title">How it arrives</h2>
      <ul className="grid border-t border-b border-t-ink border-b-line @min-[43.75rem]:grid-cols-3">
        {steps.map(({ icon, title, text }) => (
          <li
            key={title}
            className="flex gap-x-3.5 border-line py-3.5 text-ink-muted not-first:border-t @min-[43.75rem]:block @min-[43.75rem]:px-4 @min-[43.75rem]:first:pl-0 @min-[43.75rem]:not-first:border-t-0 @min-[43.75rem]:not-first:border-l"
          >
            {icon}
            <div className="-mt-0.5 @min-[43.75rem]:mt-2">
              <b className="block font-semibold text-ink">{title}</b>
              {text}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
