type Props = { text: string; name: string | undefined }

/** Isolates the name: right-to-left letters must not reorder the sentence. Another text is another element, for translators. */
export function WithName({ text, name }: Props) {
  const at = name ? text.indexOf(name) : -1
  if (!name || at < 0) return <span key={text}>{text}</span>
  return (
    <span key={text}>
      {text.slice(0, at)}
      <bdi>{name}</bdi>
      {text.slice(at + name.length)}
    </span>
  )
}
