// The notes on a card and the dialog to add one. A note is always shown as plain text.
import { m } from '#words/messages.js'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_NOTE_TEXT } from '#domain/cards/actions.ts'
import { containsCardNumber } from '#domain/cards/identifiers.ts'
import { sendChange } from '#flows/pending-changes/send.ts'
import { useTypedDraft } from '#flows/typed-draft.ts'
import { useBlockingChange } from '#flows/pending-changes/store.ts'
import { OFFLINE_REASON, useConnection } from '#services/server/connection.ts'
import { Button } from '#ui/buttons/Button.tsx'
import { isolateDirection } from '#ui/isolate-direction.tsx'
import { Instant } from '#ui/Instant.tsx'
import { Panel } from '#ui/Panel.tsx'
import { TextArea } from '#ui/forms/TextArea.tsx'
import { ChangeDialog } from '#pages/shared/pending-changes/ChangeDialog.tsx'
import { holdersCard, cardLink } from '../words.ts'
import type { Card } from './card.ts'

export function Notes({ card, ownerUser }: { readonly card: Card; readonly ownerUser: string }) {
  const [isAdding, setIsAdding] = useState(false)
  const { online } = useConnection()
  return (
    <Panel
      title={m.cards_voucherNotes()}
      actions={
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          disabledReason={online ? undefined : OFFLINE_REASON}
          onClick={() => setIsAdding(true)}
        >
          {m.cards_createNote()}
        </Button>
      }
    >
      {card.VOUCHERNOTES.length === 0 ? (
        <p className="text-muted">{m.cards_noNotesOnThisCard()}</p>
      ) : (
        <ul className="grid max-h-96 gap-3 overflow-auto" tabIndex={0} aria-label={m.common_notes()}>
          {card.VOUCHERNOTES.map((note, index) => (
            <li key={index} className="border-b border-line pb-3 last:border-0 last:pb-0">
              <p className="wrap-anywhere whitespace-pre-wrap">{isolateDirection(note.VOUCHERNOTETEXT)}</p>
              <p className="mt-0.5 text-xs text-muted">
                {note.USERNAME}
                {note.VOUCHERNOTEDATE !== null && (
                  <>
                    {m.common_comma()}
                    <Instant value={note.VOUCHERNOTEDATE} />
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <NoteDialog card={card} ownerUser={ownerUser} onClose={() => setIsAdding(false)} />}
    </Panel>
  )
}

interface NoteDialogProps {
  readonly card: Card
  readonly ownerUser: string
  readonly onClose: () => void
}

function NoteDialog({ card, ownerUser, onClose }: NoteDialogProps) {
  const {
    draft: text,
    setDraft: setText,
    forget: forgetText,
  } = useTypedDraft<string>(`addCardNote ${card.VOUCHERID}`, () => '')
  const name = holdersCard(card)
  const noteText = text.trim()
  const subject = card.VOUCHERID
  const pendingChange = useBlockingChange(ownerUser, { kind: 'addCardNote', subject })
  const isLongNote = noteText.length > MAX_QUOTED_LENGTH
  const quotedNote = isLongNote ? `${noteText.slice(0, MAX_QUOTED_LENGTH)}…` : noteText
  const done = m.cards_noteOnCardCreated({ note: quotedNote, name })
  const error = containsCardNumber(text) ? m.cards_leaveCardNumberOutOfNote() : undefined
  return (
    <ChangeDialog
      title={m.cards_createNote()}
      effect={m.cards_noteEffect({ name })}
      confirmLabel={m.cards_createNote()}
      done={done}
      earlier={{ ownerUser, change: pendingChange }}
      disabledReason={noteText === '' ? m.cards_writeNoteFirst() : error}
      send={() =>
        sendChange(ownerUser, {
          kind: 'addCardNote',
          params: { noteText, voucherId: card.VOUCHERID },
          subject,
          done,
          success: m.cards_noteCreated(),
          link: cardLink(card),
        })
      }
      onDone={(earlierChange) => {
        // If the response belongs to an earlier note, the user may have typed another text that is still unsent.
        const isOtherNote = earlierChange !== undefined && !isSameNote(earlierChange.params, noteText)
        if (isOtherNote && noteText !== '') return
        forgetText()
        onClose()
      }}
      keepsInput
      onClose={onClose}
    >
      <TextArea
        label={m.common_note()}
        rows={5}
        maxLength={MAX_NOTE_TEXT}
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
    </ChangeDialog>
  )
}

/** How much of the note the message about an unknown outcome quotes. */
const MAX_QUOTED_LENGTH = 60

const isSameNote = (params: object, noteText: string): boolean => 'noteText' in params && params.noteText === noteText
