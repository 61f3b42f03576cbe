import type { Words } from './words.js';

/** Vietnamese. */
export const vi: Words = {
  language: 'vi',
  terms: {
    enter: `nhập, điền, gõ, sử dụng, dùng, bấm`,
    code: `mã xác minh, mã xác nhận, mã xác thực, mã bảo mật, mã đăng nhập, mã truy cập, mã kích hoạt, mã otp, mã pin, mã một lần, mã dùng một lần, mật khẩu một lần, mật khẩu dùng một lần, mật khẩu tạm thời, mã tạm thời, mã sms, mã đăng ký, mã kiểm tra, mã an toàn, mã ủy quyền, mã khôi phục tài khoản, mã đặt lại, mã gồm 6 chữ số, mã 6 chữ số, mã 6 số, mã 4 số, mã gồm 4 chữ số, mã thanh toán, mã giao dịch otp, mã thiết bị, mã của bạn, mã của quý khách, nhập mã, nhập mã này, sử dụng mã, dùng mã, mã sau, mã dưới đây, mã bên dưới`,
    maybeCode: `mã, mã số`,
    otherCode: `mã giảm giá, mã khuyến mãi, mã khuyến mại, mã ưu đãi, phiếu giảm giá, coupon, voucher, thẻ quà tặng, mã quà tặng, mã giới thiệu, mã mời, mã lỗi, mã bưu chính, mã bưu điện, mã vùng, mã quốc gia, mã vạch, mã qr, mã nhận hàng, mã đặt chỗ, mã đặt phòng, mã đặt vé, mã sản phẩm, mã màu, mã nguồn, mã swift, mã chứng khoán`,
    number: `mã đơn hàng, số đơn hàng, đơn hàng, đơn hàng số, mã hóa đơn, số hóa đơn, hóa đơn, hoá đơn, mã khách hàng, mã tham chiếu, số tham chiếu, mã yêu cầu, mã phiếu, mã vé, số vé, mã hồ sơ, mã vận đơn, mã vận chuyển, vận đơn, mã theo dõi, mã kiện hàng, mã hợp đồng, số hợp đồng, hợp đồng, số tài khoản, tài khoản số, tk, stk, mã thành viên, số sê ri, số serial, số thẻ, thẻ, đuôi, kết thúc bằng, 4 số cuối, mã số thuế, mst, mã giao dịch, điện thoại, số điện thoại, sđt, đt, tel, hotline, tổng đài, gọi, fax, chuyến bay, ghế, phòng, đường, số nhà, số tiền, tổng, tổng cộng, giá, số lượng, phiên bản, trang, điểm, số, năm`,
    verify: `xác minh, xác nhận, xác thực, kích hoạt, xác minh email, xác nhận email, xác nhận địa chỉ, xác minh tài khoản, xác nhận tài khoản, kích hoạt tài khoản, hoàn tất đăng ký, hoàn thành đăng ký, chấp nhận lời mời, xác nhận đăng ký`,
    signIn: `đăng nhập, liên kết đăng nhập, link đăng nhập, truy cập`,
    reset: `đặt lại mật khẩu, khôi phục mật khẩu, quên mật khẩu, mật khẩu mới, đổi mật khẩu, thay đổi mật khẩu, tạo mật khẩu, thiết lập mật khẩu`,
    unsubscribe: `hủy đăng ký, huỷ đăng ký, ngừng nhận, bỏ đăng ký, quản lý tùy chọn, tùy chọn email, cài đặt thông báo, không muốn nhận`,
    backup: `mã dự phòng, mã sao lưu, mã khôi phục, mã khẩn cấp, khóa khôi phục`,
    lasts: `hiệu lực, có hiệu lực, hết hạn, hết hiệu lực, thời hạn, trong vòng, trong, đến, cho đến, hạn sử dụng, trước`,
    waits: `yêu cầu mã mới, gửi lại, thử lại, bị khóa, khóa, khoá, chờ, đợi, thiết bị tin cậy, tin cậy thiết bị, duy trì đăng nhập`,
    secret: `không chia sẻ, đừng chia sẻ, tuyệt đối không, với bất kỳ ai, cho bất kỳ ai, cho ai, không cung cấp, không bao giờ yêu cầu, bảo mật mã`,
    ignore: `không yêu cầu, không phải bạn, không thực hiện, bỏ qua, vui lòng bỏ qua, không phải là bạn`,
    order: `đơn hàng của bạn, xác nhận đơn hàng, đặt hàng thành công, cảm ơn bạn đã đặt hàng, cảm ơn bạn đã mua, đã được gửi, đã gửi hàng, giao hàng, đang giao, đã giao, vận chuyển, kiện hàng, gói hàng, theo dõi đơn, đặt phòng, xác nhận đặt phòng, đặt chỗ, chuyến đi, thẻ lên máy bay, lịch hẹn, địa chỉ giao hàng`,
    money: `hóa đơn, hoá đơn, thanh toán, đã thanh toán, số tiền, đến hạn, hạn thanh toán, biên lai, sao kê, thẻ tín dụng, trừ tiền, ghi nợ, ghi có, chuyển khoản, chuyển tiền, hoàn tiền, số dư, lương, thuế, giao dịch, rút tiền, nạp tiền`,
    news: `bản tin, tuần này, hàng tuần, hàng tháng, đọc thêm, xem thêm, xem trên trình duyệt, tin tức, bài viết, blog`,
    offer: `khuyến mãi, khuyến mại, giảm giá, ưu đãi, giảm đến, mua ngay, miễn phí vận chuyển, cơ hội cuối, chỉ hôm nay, độc quyền, quà tặng, miễn phí, flash sale, deal`,
    support: `yêu cầu hỗ trợ, yêu cầu của bạn, hỗ trợ, chăm sóc khách hàng, bộ phận hỗ trợ, khiếu nại, phiếu hỗ trợ`,
    notice: `đăng nhập mới, thiết bị mới, cảnh báo bảo mật, hoạt động bất thường, mật khẩu đã được thay đổi, mật khẩu của bạn đã, thông báo, nhắc nhở, đã bình luận, nhắc đến bạn, đã chia sẻ, đã mời, lời mời, cập nhật, điều khoản, chính sách bảo mật, bảo trì, sự cố`,
    second: `giây`,
    minute: `phút, nửa giờ=30, nửa tiếng=30`,
    hour: `giờ, tiếng`,
    day: `ngày`,
    week: `tuần`,
  },
  numbers: `một=1, hai=2, ba=3, bốn=4, năm=5, sáu=6, bảy=7, tám=8, chín=9, mười=10, mười lăm=15, hai mươi=20, ba mươi=30, sáu mươi=60`,
};
