// Renders the blocks of a help text. A link to another topic is a button that opens it in the same dialog.
import type { ReactNode } from 'react'
import { client } from '#brand/current.ts'
import type { Block, Inline } from './markdown.ts'
import { linkToTopic, type Topic } from './topics.ts'

interface HelpTextProps {
  readonly blocks: readonly Block[]
  /** The file of the blocks, for links within it. */
  readonly file: string
  readonly headingId: (slug: string) => string
  readonly onTopic: (topic: Topic) => void
}

/** Replaces the example address in the texts by the address of this portal. */
const withOwnAddress = (code: string): string =>
  code.replace('https://portal.example/voyager/', location.origin + client.basePath)

/** The opening brackets at the end of a text. Empty if there are none. */
const trailingBrackets = (part: Inline | undefined): string => matchInText(part, /[(（]+$/)
/** The closing brackets and punctuation marks at the start of a text. Empty if there are none. */
const leadingPunctuation = (part: Inline | undefined): string => matchInText(part, /^[)）.,;:。，；：、؛،]+/)

function matchInText(part: Inline | undefined, pattern: RegExp): string {
  if (part?.kind !== 'text') return ''
  return pattern.exec(part.text)?.[0] ?? ''
}

export function HelpText({ blocks, file, headingId, onTopic }: HelpTextProps) {
  const topicOf = (part: Inline | undefined) => (part?.kind === 'link' ? linkToTopic(part.to, file) : undefined)
  const renderInline = (parts: readonly Inline[]): ReactNode =>
    parts.map((part, index) => {
      if (part.kind === 'strong') return <strong key={index}>{part.text}</strong>
      if (part.kind === 'code')
        return (
          <code key={index} dir="auto" className="rounded-sm bg-sunken px-1 wrap-anywhere">
            {withOwnAddress(part.text)}
          </code>
        )
      const topic = topicOf(part)
      if (topic) {
        const button = (
          <button type="button" className="link whitespace-normal" onClick={() => onTopic(topic)}>
            {part.text}
          </button>
        )
        // A line can break before and after a button. The brackets and punctuation around the button must stay in its
        // line, so this span shows them, and the texts beside the button leave them out.
        return (
          <span key={index} className="whitespace-nowrap">
            {trailingBrackets(parts[index - 1])}
            {button}
            {leadingPunctuation(parts[index + 1])}
          </span>
        )
      }
      const isAfterButton = topicOf(parts[index - 1]) !== undefined
      const isBeforeButton = topicOf(parts[index + 1]) !== undefined
      const startLength = isAfterButton ? leadingPunctuation(part).length : 0
      const endLength = isBeforeButton ? trailingBrackets(part).length : 0
      return part.text.slice(startLength, part.text.length - endLength)
    })
  const renderBlock = (block: Block): ReactNode => {
    switch (block.kind) {
      case 'heading': {
        const Heading = block.level <= 2 ? 'h3' : 'h4'
        return (
          <Heading id={headingId(block.slug)} tabIndex={-1} className="mt-2 scroll-mt-2 font-semibold outline-none">
            {block.text}
          </Heading>
        )
      }
      case 'paragraph':
        return <p>{renderInline(block.text)}</p>
      case 'code':
        return (
          <pre dir="ltr" className="overflow-x-auto rounded-md bg-sunken p-3 text-sm">
            {block.text}
          </pre>
        )
      case 'list': {
        const List = block.isOrdered ? 'ol' : 'ul'
        return (
          <List className={block.isOrdered ? 'grid list-decimal gap-1 ps-5' : 'grid list-disc gap-1 ps-5'}>
            {block.items.map((item, index) => (
              <li key={index}>{renderInline(item)}</li>
            ))}
          </List>
        )
      }
      case 'table':
        return (
          <div className="overflow-x-auto" tabIndex={0} role="group">
            <table className="w-full text-sm">
              <thead>
                <tr className="border-b border-line text-start text-muted">
                  {block.head.map((cell, index) => (
                    <th key={index} scope="col" className="py-1.5 pe-4 font-medium">
                      {renderInline(cell)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {block.rows.map((row, index) => (
                  <tr key={index} className="border-b border-line align-top last:border-0">
                    {row.map((cell, column) => (
                      <td key={column} className="min-w-24 py-1.5 pe-4">
                        {renderInline(cell)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )
    }
  }
  return (
    // Untranslated texts are English, even if the language of the portal is written from right to left.
    <div dir="auto" className="grid max-w-prose gap-3">
      {blocks.map((block, index) => (
        <div key={index} className="min-w-0">
          {renderBlock(block)}
        </div>
      ))}
    </div>
  )
}
