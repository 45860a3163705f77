export const parts = [
  { href: '/#features', label: 'Benefits' },
  { href: '/#how', label: 'How it works' },
  { href: '/#testimonials', label: 'Members' },
  { href: '/#pricing', label: 'Pricing' },
]
