import encodeQR from 'qr'

/** Dark on light in both themes: cameras do not read the reverse. */
export function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { border: 3 })
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto size-[220px] rounded"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
