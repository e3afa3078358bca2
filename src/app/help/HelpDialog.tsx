// The help of the current page: the section of docs/using about this page, with links to the other sections.
import { m } from '#words/messages.js'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button } from '#ui/buttons/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { HelpText } from './HelpText.tsx'
import type { Block } from './markdown.ts'
import { readPage } from './pages.ts'
import { tableOfContents, pathToTopic, type Topic } from './topics.ts'

export default function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { pathname } = useLocation()
  const [topic, setTopic] = useState<Topic>(() => pathToTopic(pathname))
  const { blocks, hasFailed } = useBlocks(topic.file)
  const textElement = useRef<HTMLDivElement>(null)
  const [firstBlock] = blocks ?? []

  // Scrolls to the section about this page, and focuses its heading, so that a screen reader continues there.
  useEffect(() => {
    if (!blocks) return
    const heading = topic.heading ? document.getElementById(headingId(topic.heading)) : textElement.current
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }, [blocks, topic])

  return (
    <Dialog
      open
      onClose={onClose}
      title={firstBlock?.kind === 'heading' ? m.app_helpTitle({ topic: firstBlock.text }) : m.app_help()}
      size="wide"
      transient
      footer={
        <>
          <Button onClick={onClose}>{m.common_close()}</Button>
          {/* A new object, so that the text scrolls to its top even if the table of contents is open already. */}
          <Button onClick={() => setTopic({ ...tableOfContents })}>{m.app_allTopics()}</Button>
        </>
      }
    >
      <div ref={textElement} tabIndex={-1} className="outline-none">
        {!blocks && !hasFailed && <SkeletonLines lines={8} />}
        {hasFailed && <p role="alert">{m.app_helpNotLoaded()}</p>}
        {/* The first block is the title of the dialog. */}
        {blocks && <HelpText blocks={blocks.slice(1)} file={topic.file} headingId={headingId} onTopic={setTopic} />}
      </div>
    </Dialog>
  )
}

const headingId = (slug: string): string => `help-${slug}`

function useBlocks(file: string) {
  /** `blocks` is undefined if the file could not be loaded. */
  const [loaded, setLoaded] = useState<{ readonly file: string; readonly blocks: readonly Block[] | undefined }>()
  useEffect(() => {
    let isStale = false
    const load = async () => {
      const blocks = await readPage(file).catch(() => undefined)
      if (!isStale) setLoaded({ file, blocks })
    }
    void load()
    return () => {
      isStale = true
    }
  }, [file])
  const isLoading = loaded?.file !== file
  if (isLoading) return { blocks: undefined, hasFailed: false }
  return { blocks: loaded.blocks, hasFailed: loaded.blocks === undefined }
}
