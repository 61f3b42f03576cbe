import type { Words } from './words.js';

/** Spanish. */
export const es: Words = {
  language: 'es',
  terms: {
    code: `código de verificación, códigos de verificación, código de seguridad, código de confirmación, código de acceso, código de autenticación, código de autorización, código de validación, código de activación, código de inicio de sesión, código de un solo uso, código único, código temporal, código de registro, código otp, código pin, código sms, clave de acceso, clave dinámica, clave temporal, clave de un solo uso, contraseña de un solo uso, contraseña temporal, contraseña única, código de 6 dígitos, código de seis dígitos, código de 4 dígitos, código de cuatro dígitos, código de identificación, código de recuperación de cuenta, código de restablecimiento, código de pago, token de seguridad, tu código, su código, ingresa el código, introduce el código, ingrese el código, introduzca el código, escribe este código, siguiente código, código secreto`,
    maybeCode: `código, códigos, clave, claves, pin, token`,
    otherCode: `código promocional, código de descuento, código promo, cupón, cupones, código de cupón, código de regalo, código de referido, código de invitación, código de error, código postal, c p, código de barras, código qr, código swift, código de reserva, código de recogida, código de país, código fuente, código de color, código de producto, código de artículo, código de área, prefijo, código de conducta`,
    number: `número de pedido, n de pedido, nº de pedido, pedido, pedidos, número de orden, orden, factura, facturas, número de factura, nº de factura, número de cliente, cliente n, referencia, ref, número de referencia, número de caso, caso, ticket, número de ticket, número de reserva, reserva, número de seguimiento, seguimiento, guía, número de guía, envío, número de envío, contrato, número de contrato, póliza, cuenta n, número de cuenta, número de serie, número de socio, cif, nif, rfc, iva, iban, teléfono, tel, tfno, fax, móvil, llama al, llámanos, vuelo, asiento, habitación, calle, avenida, apartado, terminada en, terminado en, que termina en, termina en, finalizada en, número de tarjeta, importe, total, precio, monto, cantidad, versión, página, número, nº, folio, puntos, desde, expediente, radicado, localizador`,
    verify: `verificar, verifica, verifique, verificación, confirmar, confirma, confirme, confirmación, activar, activa, active, activación, validar, valida, valide, confirmar mi correo, confirma tu correo, verifica tu correo, confirmar tu cuenta, verificar tu cuenta, activar mi cuenta, activa tu cuenta, completar registro, completar tu registro, finalizar registro, aceptar invitación, confirmar suscripción`,
    signIn: `iniciar sesión, inicia sesión, inicie sesión, inicio de sesión, acceder, entrar, ingresar, enlace mágico, enlace de acceso, enlace de inicio de sesión, intento de inicio`,
    reset: `restablecer, restablece, restablezca, restablecimiento, recuperar contraseña, recuperar tu contraseña, olvidaste tu contraseña, olvidó su contraseña, nueva contraseña, cambiar contraseña, cambiar tu contraseña, crear contraseña, crear una contraseña, reestablecer, restaurar contraseña`,
    unsubscribe: `darse de baja, darte de baja, date de baja, dar de baja, cancelar suscripción, cancelar la suscripción, cancelar tu suscripción, desuscribir*, anular suscripción, anular la suscripción, gestionar preferencias, administrar preferencias, preferencias de correo, dejar de recibir, no deseas recibir`,
    backup: `códigos de respaldo, código de respaldo, códigos de recuperación, códigos de seguridad alternativos, códigos de emergencia, clave de recuperación`,
    lasts: `válido*, válida*, validez, vigencia, vigente, vence*, vencerá, caduca*, caducará, expira*, expirará, expiración, durante, dentro de, en los próximos, hasta, antes de, disponible`,
    waits: `solicitar un nuevo código, solicitar otro, reenviar, reenvío, volver a intentar, intentarlo de nuevo, inténtalo de nuevo, intente de nuevo, bloquead*, bloqueo, esperar, espera, espere, dispositivo de confianza, confiar en este dispositivo, mantener la sesión, próximo código`,
    secret: `no compartas, no comparta, no lo compartas, no lo comparta, nunca compartas, no reveles, no revele, no des, con nadie, a nadie, nunca te pediremos, nunca te pedirá, confidencial`,
    ignore: `no solicitaste, no has solicitado, no solicitó, no ha solicitado, si no fuiste tú, no has sido tú, no fue usted, ignora, ignore, ignorar, haz caso omiso, haga caso omiso, no hiciste, no intentaste, no reconoces`,
    order: `tu pedido, su pedido, pedido confirmado, confirmación de pedido, confirmación del pedido, tu compra, gracias por tu compra, gracias por su compra, enviado, envío, en camino, entrega, entregado, en reparto, paquete, rastrear, rastrea, seguimiento de, reserva confirmada, tu reserva, su reserva, confirmación de reserva, tu viaje, tarjeta de embarque, billete*, cita, dirección de envío, listo para recoger`,
    money: `factura*, pago, pagos, pagado, importe, monto, vencimiento, recibo, estado de cuenta, extracto*, tarjeta, cargo, cargos, cobro, cobrado, transferencia*, depósito*, abono, reembolso*, adeudo, domiciliación, saldo, movimiento*, nómina, impuesto*, retiro, transacción*`,
    news: `boletín*, newsletter*, esta semana, semanal, mensual, leer más, seguir leyendo, ver en el navegador, ver online, noticias, artículo*, blog, edición, novedades, destacado*`,
    offer: `oferta*, descuento*, rebaja*, promoción*, ahorra, ahorre, compra ahora, comprar ahora, envío gratis, última oportunidad, solo hoy, exclusivo*, cupón, aprovecha, gratis, hasta 50, liquidación, regalo`,
    support: `tu solicitud, su solicitud, ticket, atención al cliente, soporte, servicio al cliente, tu consulta, su consulta, agente, reclamo, incidencia`,
    notice: `nuevo inicio de sesión, nuevo dispositivo, alerta de seguridad, actividad inusual, contraseña ha sido, contraseña fue, notificación*, recordatorio, comentó, te mencionó, compartió, te invitó, te ha invitado, invitación, actualizado, actualización, términos y condiciones, política de privacidad, mantenimiento`,
    second: `segundo*, seg`,
    minute: `minuto*, min, media hora=30, cuarto de hora=15, hora y media=90`,
    hour: `hora, horas, h, hs`,
    day: `día, días`,
    week: `semana*`,
  },
  numbers: `un=1, una=1, uno=1, dos=2, tres=3, cuatro=4, cinco=5, seis=6, siete=7, ocho=8, nueve=9, diez=10, doce=12, quince=15, veinte=20, treinta=30, cuarenta=40, sesenta=60, noventa=90, veinticuatro=24, cuarenta y ocho=48`,
  months: `ene*, feb*, mar*, abr*, may*, jun*, jul*, ago*, sep*, oct*, nov*, dic*`,
};
