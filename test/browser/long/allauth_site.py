"""django-allauth as it comes: `allauth_site.py <database> <port> <mail port> <code|link>`."""

import sys

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.urls import include, path

DATABASE, PORT, MAIL_PORT, PROOF = sys.argv[1:5]
VALIDATORS = "UserAttributeSimilarity MinimumLength CommonPassword NumericPassword".split()

settings.configure(
    SECRET_KEY="of a test",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    SITE_ID=1,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATABASE}},
    INSTALLED_APPS=[
        *("django.contrib." + name for name in "auth contenttypes sessions messages sites".split()),
        "allauth",
        "allauth.account",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "allauth.account.middleware.AccountMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    AUTHENTICATION_BACKENDS=["allauth.account.auth_backends.AuthenticationBackend"],
    AUTH_PASSWORD_VALIDATORS=[
        {"NAME": f"django.contrib.auth.password_validation.{name}Validator"} for name in VALIDATORS
    ],
    ACCOUNT_LOGIN_METHODS={"email"},
    ACCOUNT_SIGNUP_FIELDS=["email*", "password1*", "password2*"],
    ACCOUNT_EMAIL_VERIFICATION="mandatory",
    ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED=PROOF == "code",
    LOGIN_REDIRECT_URL="/accounts/email/",
    EMAIL_HOST="127.0.0.1",
    EMAIL_PORT=int(MAIL_PORT),
    DEFAULT_FROM_EMAIL="Site <no-reply@site.test>",
    SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
    CSRF_TRUSTED_ORIGINS=["https://*.test"],
    CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}},
)

django.setup()
urlpatterns = [path("accounts/", include("allauth.urls"))]

execute_from_command_line(["allauth", "migrate", "--verbosity", "0"])
execute_from_command_line(["allauth", "runserver", f"127.0.0.1:{PORT}", "--noreload"])
