// Turns a text into the modules of its QR code.
import { create } from 'qrcode'
import { QR_CORRECTION, type QrModules } from '#domain/qr-drawing.ts'

export const textToQrModules = (text: string): QrModules =>
  create(text, { errorCorrectionLevel: QR_CORRECTION }).modules
