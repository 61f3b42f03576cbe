import type { Words } from './words.js';

/** Portuguese, of Brazil and Portugal. */
export const pt: Words = {
  language: 'pt',
  terms: {
    code: `código de verificação, códigos de verificação, código de segurança, código de confirmação, código de acesso, código de autenticação, código de autorização, código de validação, código de ativação, código de login, código de uso único, código único, código temporário, código de início de sessão, código otp, código pin, código sms, código de cadastro, código de registo, senha de uso único, senha temporária, senha provisória, senha única, palavra passe temporária, palavra passe de uso único, código de 6 dígitos, código de seis dígitos, código de 4 dígitos, código de identificação, código de redefinição, código de recuperação de conta, token de segurança, token de acesso, seu código, teu código, o seu código, insira o código, digite o código, introduza o código, use o código, código abaixo, seguinte código, código de pagamento`,
    maybeCode: `código, códigos, senha, pin, token, chave`,
    otherCode: `código promocional, código de desconto, cupom, cupons, cupão, código de indicação, código de convite, código presente, vale presente, código de erro, código postal, cep, código de barras, código qr, qr code, código swift, código de reserva, código de retirada, código de levantamento, código de rastreio, código de rastreamento, ddd, código fonte, código do produto, localizador`,
    number: `número do pedido, nº do pedido, pedido, pedidos, encomenda, encomendas, número da encomenda, fatura, faturas, número da fatura, nota fiscal, nf, nf e, número de cliente, número do cliente, cliente n, referência, ref, protocolo, número de protocolo, chamado, ticket, caso, número da reserva, reserva, rastreio, rastreamento, número de rastreio, envio, contrato, apólice, conta, agência, número da conta, número de série, cnpj, cpf, nif, iban, telefone, tel, celular, telemóvel, fax, ligue, whatsapp, voo, assento, quarto, rua, avenida, av, apartado, final, terminado em, terminada em, com final, número do cartão, valor, total, preço, quantia, montante, quantidade, versão, página, número, nº, n, pontos, desde`,
    verify: `verificar, verifique, verifica, verificação, confirmar, confirme, confirma, confirmação, ativar, ative, ativação, validar, valide, validação, confirmar e mail, confirme seu e mail, confirmar meu e mail, verifique seu e mail, ativar conta, ativar minha conta, ativar a conta, concluir cadastro, concluir registo, finalizar cadastro, aceitar convite, confirmar inscrição`,
    signIn: `entrar, iniciar sessão, início de sessão, fazer login, faça login, login, acessar, aceder, acesse, link mágico, link de acesso, tentativa de login, tentativa de acesso`,
    reset: `redefinir, redefina, redefinição, repor, recuperar senha, recuperar a senha, esqueceu sua senha, esqueceu a senha, nova senha, nova palavra passe, alterar senha, criar senha, criar nova senha, trocar senha, repor palavra passe, alterar palavra passe`,
    unsubscribe: `cancelar inscrição, cancelar a inscrição, cancelar subscrição, cancelar a subscrição, cancelar assinatura, descadastrar*, descadastre*, desinscrever*, remover inscrição, sair da lista, deixar de receber, não deseja receber, não quer mais receber, gerenciar preferências, gerir preferências, preferências de e mail`,
    backup: `códigos de backup, código de backup, códigos de recuperação, códigos de reserva, códigos de segurança alternativos, códigos de emergência, chave de recuperação`,
    lasts: `válido*, válida*, validade, expira*, expirará, expiração, vence, durante, dentro de, nos próximos, em até, até, antes de`,
    waits: `solicitar um novo código, solicitar outro, reenviar, reenvio, tente novamente, tentar novamente, bloquead*, bloqueio, aguarde, aguardar, espere, dispositivo confiável, confiar neste dispositivo, permanecer conectado, manter conectado, próximo código`,
    secret: `não compartilhe, não partilhe, nunca compartilhe, não divulgue, não informe, não forneça, com ninguém, a ninguém, nunca pediremos, nunca solicita, confidencial`,
    ignore: `não solicitou, não pediu, não fez, se não foi você, não foi você, se não foi o próprio, ignore, ignorar, desconsidere, não reconhece, não tentou`,
    order: `seu pedido, sua compra, sua encomenda, pedido confirmado, confirmação do pedido, confirmação de encomenda, obrigado pela compra, obrigado por sua compra, enviado, envio, a caminho, entrega, entregue, saiu para entrega, pacote, rastrear, rastreie, reserva confirmada, sua reserva, confirmação de reserva, sua viagem, cartão de embarque, consulta, agendamento, endereço de entrega, pronto para retirada`,
    money: `fatura*, pagamento*, pago, boleto*, valor, vencimento, recibo, extrato*, cartão, cobrança*, cobrado, transferência*, depósito*, reembolso*, débito*, crédito*, saldo, pix, nota fiscal, salário, imposto*, compra aprovada, transação*, conta de luz`,
    news: `newsletter*, boletim, esta semana, semanal, mensal, leia mais, ler mais, ver no navegador, ver online, notícias, artigo*, blog, edição, novidades, destaques`,
    offer: `oferta*, desconto*, promoção*, promoções, economize, poupe, compre agora, comprar agora, frete grátis, portes grátis, última chance, só hoje, exclusivo*, cupom, aproveite, grátis, liquidação, saldos, presente`,
    support: `sua solicitação, chamado*, ticket, atendimento, suporte, sua dúvida, pedido de suporte, agente, reclamação, protocolo`,
    notice: `novo login, novo acesso, novo início de sessão, novo dispositivo, alerta de segurança, atividade incomum, senha foi alterada, senha alterada, notificação*, lembrete, comentou, mencionou você, compartilhou, partilhou, convidou você, convite, atualizado, atualização, termos de uso, política de privacidade, manutenção`,
    second: `segundo*, seg`,
    minute: `minuto*, min, meia hora=30, quarto de hora=15, hora e meia=90`,
    hour: `hora, horas, h`,
    day: `dia, dias`,
    week: `semana*`,
  },
  numbers: `um=1, uma=1, dois=2, duas=2, três=3, quatro=4, cinco=5, seis=6, sete=7, oito=8, nove=9, dez=10, doze=12, quinze=15, vinte=20, trinta=30, quarenta=40, sessenta=60, noventa=90, vinte e quatro=24`,
  months: `jan*, fev*, mar*, abr*, mai*, jun*, jul*, ago*, set*, out*, nov*, dez*`,
};
