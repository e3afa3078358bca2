// A password field with a button that shows the text. Paste and password managers work.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { TextField, type TextFieldProps } from './TextField.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          aria-label={shown ? m.ui_hidePassword() : m.ui_showPassword()}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="h-7 rounded-sm px-2 text-sm font-medium text-muted hover:text-text"
        >
          {shown ? m.ui_hide() : m.common_show()}
        </button>
      }
    />
  )
}
