// A password field with a button that shows the text. Paste and password managers work.
import { m } from '#words/messages.js'
import { useState } from 'react'
import { TextField, type TextFieldProps } from './TextField.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          aria-label={isShown ? m.ui_hidePassword() : m.ui_showPassword()}
          aria-pressed={isShown}
          onClick={() => setIsShown((before) => !before)}
          className="finger h-7 rounded-sm px-2 text-sm font-medium text-muted hover:text-text"
        >
          {isShown ? m.ui_hide() : m.common_show()}
        </button>
      }
    />
  )
}
